// Pins: a logger that is asked again and again whether it is enabled says the same, so that paths do not multiply.
package corpus.everyday;

import java.util.logging.Level;
import java.util.logging.Logger;

public class LoggerAsked {
    private static final Logger LOG = Logger.getLogger("asked");
    private static final Logger OTHER = Logger.getLogger("other");

    public static int often(int x) {
        for (int i = 0; i < 12; i++) {
            if (LOG.isLoggable(Level.FINE)) {
                LOG.fine("round " + i);
            }
        }
        if (x == 7) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int two() {
        boolean one = LOG.isLoggable(Level.FINE);
        boolean other = OTHER.isLoggable(Level.FINE);
        if (one != other) { // expect: true undecided(what a stream or a logger says of itself)
            return 1; // expect: undecided(what a stream or a logger says of itself)
        }
        return 0; // expect: reached
    }
}
