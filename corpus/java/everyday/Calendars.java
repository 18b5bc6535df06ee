// open
// clew: --budget 1s
// Pins: minutes and hours, weekdays, quarters and leap years.
package corpus.everyday;

public final class Calendars {
    private Calendars() {
    }

    static int weekday(int day) {
        int weekday = Math.floorMod(day + 3, 7);
        if (weekday < 0 || weekday > 6) {
            return -1; // expect: unreachable
        }
        if (day == 4 && weekday != 0) {
            return -2; // expect: unreachable
        }
        return weekday == 6 ? 1 : 0; // expect: true reached, false reached
    }

    static int quarter(int month) {
        if (month < 1 || month > 12) {
            throw new IllegalArgumentException("month " + month); // expect: reached
        }
        int quarter = (month - 1) / 3 + 1;
        int first = (quarter - 1) * 3 + 1;
        if (first > month || month - first > 2) {
            return -1; // expect: unreachable
        }
        return quarter == 4 ? 1 : 0; // expect: true reached, false reached
    }

    static int clock(long seconds) {
        if (seconds < 0) {
            return -1; // expect: reached
        }
        long hours = seconds / 3_600;
        long minutes = seconds % 3_600 / 60;
        long rest = seconds % 60;
        if (minutes > 59) {
            return -2; // expect: unreachable
        }
        if (hours * 3_600 + minutes * 60 + rest != seconds) {
            return -3; // expect: unreachable
        }
        return minutes == 30 && rest == 15 ? 1 : 0; // expect: true reached, false reached
    }

    static int daysBefore(int year) {
        if (year < 1 || year > 9_999) {
            return -1; // expect: reached
        }
        int past = year - 1;
        int days = past * 365 + past / 4 - past / 100 + past / 400;
        if (days < past * 365) {
            return -2; // expect: unreachable
        }
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        int next = year * 365 + year / 4 - year / 100 + year / 400;
        if (next - days != (leap ? 366 : 365)) {
            return -3; // expect: unreachable
        }
        return days == 730_119 ? 1 : 0; // expect: true reached, false reached
    }
}
