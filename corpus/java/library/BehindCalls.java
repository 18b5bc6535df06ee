// Pins: what lies behind a call that cannot be followed is reached where an input leads there, and nothing is proved of it.
package corpus.library;

import java.text.DateFormat;
import java.text.SimpleDateFormat;
import java.util.Currency;
import java.util.Date;
import java.util.TimeZone;

public final class BehindCalls {
    private BehindCalls() {
    }

    static int zone(int hours) {
        int raw = TimeZone.getTimeZone("Europe/Berlin").getRawOffset();
        if (hours == 77) {
            return 1; // expect: reached
        }
        if (hours == 78 && raw > 0) {
            return 2; // expect: reached
        }
        return raw == 5 ? 3 : 0; // expect: true unreachable, false reached
    }

    static int day(long millis, int code) {
        String text = new SimpleDateFormat("yyyy-MM-dd").format(new Date(millis));
        if (text.isEmpty()) {
            return -1; // expect: possible(strict)
        }
        if (code == 4711) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    private static String stamp(long millis) {
        return DateFormat.getDateInstance().format(new Date(millis));
    }

    static String line(long millis, int kind) {
        String stamp = stamp(millis);
        switch (kind) {
            case 11:
                return "a" + stamp; // expect: reached
            case 12:
                return "b" + stamp; // expect: reached
            default:
                return stamp; // expect: reached
        }
    }

    static int digits(int digits) {
        int usual = Currency.getInstance("EUR").getDefaultFractionDigits();
        if (digits < -50) {
            return 2; // expect: reached
        }
        if (digits == 2 && digits != 2) {
            return 3; // expect: impossible
        }
        return usual; // expect: reached
    }
}
