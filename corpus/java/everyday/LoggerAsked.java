// Pins: a logger that is asked again and again whether it is enabled says the same, so that paths do not multiply.
package corpus.everyday;

import java.util.logging.Level;
import java.util.logging.Logger;

public class LoggerAsked {
    private static final Logger LOG = Logger.getLogger("asked");

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

    public static int changed(int x) {
        boolean before = LOG.isLoggable(Level.FINEST);
        LOG.setLevel(Level.ALL);
        boolean after = LOG.isLoggable(Level.FINEST);
        if (before != after) { // expect: true reached
            return x; // expect: reached
        }
        return 0;
    }
}
