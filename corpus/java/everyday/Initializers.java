// Pins: a class whose initializer cannot be followed to its end hides what reads its results, and nothing else.
package corpus.everyday;

import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.util.TimeZone;
import java.util.UUID;

public final class Initializers {
    private static final TimeZone ZONE = TimeZone.getDefault();
    private static final SimpleDateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");
    private static final NumberFormat AMOUNT = NumberFormat.getInstance();
    private static final String NODE = UUID.randomUUID().toString();
    private static final int LIMIT = Integer.parseInt("12");

    private Initializers() {
    }

    static int plain(int x) {
        if (x > 100) {
            return 1; // expect: reached
        }
        if (x < 0 && x > 5) {
            return 2; // expect: unreachable(strict)
        }
        return 3; // expect: reached
    }

    static int readsWhatIsNotKnown(int x) {
        if (x == 4) {
            return 1; // expect: reached
        }
        if (ZONE == null) {
            return 2; // expect: unreachable(if initializer:corpus.everyday.Initializers)
        }
        return 3; // expect: reached
    }

    static int knownBehindIt(int x) {
        if (x > LIMIT) {
            return x == 13 ? 1 : 2; // expect: true reached, false reached
        }
        if (LIMIT != 12) {
            return 3; // expect: unreachable(if initializer:corpus.everyday.Initializers)
        }
        return 4; // expect: reached
    }

    static int readsWhatWasPassed() {
        if (DAY.isLenient()) {
            return 1; // expect: possible
        }
        return 2; // expect: possible
    }

    static String state(int code) {
        switch (code) {
            case 0:
                return "new"; // expect: reached
            case 1:
                return "open"; // expect: reached
            default:
                throw new IllegalArgumentException("code " + code); // expect: reached
        }
    }
}
