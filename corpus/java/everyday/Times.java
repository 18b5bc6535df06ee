// open
// clew: --budget 1s
// Pins: hours and minutes as numbers and as text, spans and days of the week.
package corpus.everyday;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;

public final class Times {
    private Times() {
    }

    static String clock(int minutes) {
        if (minutes < 0 || minutes >= 24 * 60) {
            throw new IllegalArgumentException("minutes " + minutes); // expect: reached
        }
        int h = minutes / 60;
        int m = minutes % 60;
        String text = (h < 10 ? "0" : "") + h + ":" + (m < 10 ? "0" : "") + m;
        if (text.length() != 5) {
            return null; // expect: unreachable
        }
        if (text.equals("07:30")) {
            return "early"; // expect: reached
        }
        return text; // expect: reached
    }

    static int minutes(String text) {
        String[] parts = text.split(":");
        if (parts.length != 2) {
            return -1; // expect: reached
        }
        int h = Integer.parseInt(parts[0]);
        int m = Integer.parseInt(parts[1]);
        if (h < 0 || h > 23 || m < 0 || m > 59) {
            throw new IllegalArgumentException(text); // expect: reached
        }
        int minutes = h * 60 + m;
        if (minutes >= 24 * 60) {
            return -2; // expect: unreachable
        }
        return minutes; // expect: reached
    }

    static int overlap(int a, int b, int c, int d) {
        if (a > b || c > d) {
            return -1; // expect: reached
        }
        int start = Math.max(a, c);
        int end = Math.min(b, d);
        if (start > end) {
            return 0; // expect: reached
        }
        if (end < a || start > d) {
            return -2; // expect: unreachable
        }
        return 1; // expect: reached
    }

    static int hours(int minutes) {
        Duration duration = Duration.ofMinutes(minutes);
        long hours = duration.toHours();
        if (minutes >= 0 && hours * 60 > minutes) {
            return -1; // expect: unreachable
        }
        if (hours == 2 && duration.toMinutesPart() == 30) {
            return 1; // expect: reached
        }
        return duration.isNegative() ? 2 : 3; // expect: true reached, false reached
    }

    static int tomorrow(int number) {
        DayOfWeek day;
        try {
            day = DayOfWeek.of(number);
        } catch (DateTimeException invalid) {
            return -1; // expect: reached
        }
        DayOfWeek next = day.plus(1);
        if (next == day) {
            return -2; // expect: unreachable
        }
        if (next == DayOfWeek.MONDAY && number != 7) {
            return -3; // expect: unreachable
        }
        return next == DayOfWeek.SATURDAY ? 6 : 0; // expect: true reached, false reached
    }
}
