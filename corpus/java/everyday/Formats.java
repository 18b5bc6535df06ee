// open
// clew: --budget 1s
// Pins: formats, zones and locales in static fields do not hide what has nothing to do with them.
package corpus.everyday;

import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

public final class Formats {
    private static final TimeZone ZONE = TimeZone.getDefault();
    private static final ThreadLocal<SimpleDateFormat> DAY = ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy-MM-dd"));
    private static final NumberFormat AMOUNT = NumberFormat.getInstance(Locale.US);
    private static final DecimalFormat SHARE = new DecimalFormat("0.0");
    private static final int WIDTH = Integer.getInteger("report.width", 80);

    private Formats() {
    }

    static String day(long millis) {
        if (millis < 0) {
            throw new IllegalArgumentException("before 1970"); // expect: reached
        }
        if (millis < Long.MIN_VALUE / 2) {
            return null; // expect: unreachable
        }
        String text = DAY.get().format(new Date(millis));
        return text.isEmpty() ? "?" : text; // expect: false reached
    }

    static int amount(String text) {
        try {
            int amount = AMOUNT.parse(text).intValue();
            return amount > 1000 ? 2 : 1; // expect: true reached, false reached
        } catch (ParseException malformed) {
            if (text == null) {
                return -2; // expect: unreachable
            }
            return -1; // expect: reached
        }
    }

    static String share(int part, int all) {
        if (all <= 0 || part < 0 || part > all) {
            return "?"; // expect: reached
        }
        double share = 100.0 * part / all;
        if (share > 100) {
            return "!"; // expect: unreachable
        }
        if (part == all) {
            return SHARE.format(share); // expect: reached
        }
        return null; // expect: reached
    }

    static int columns(int wanted) {
        if (wanted > WIDTH) {
            return 1; // expect: reached
        }
        if (wanted == Integer.MIN_VALUE && wanted > 0) {
            return -1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static int offset(int hours) {
        if (hours < -12 || hours > 14) {
            return -100; // expect: reached
        }
        int millis = hours * 3_600_000;
        if (millis > 0 && hours < 0) {
            return -200; // expect: unreachable
        }
        if (ZONE.getRawOffset() == millis) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static String upper(String code) {
        String upper = code.toUpperCase(Locale.ROOT);
        if (upper.equals("DE")) {
            return "Germany"; // expect: reached
        }
        if (upper.equals("de")) {
            return "?"; // expect: unreachable
        }
        return upper; // expect: reached
    }
}
