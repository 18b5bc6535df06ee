// Pins: a logger that a factory of the JDK returns is evaluated and dropped; whether it is enabled is not known.
package corpus.everyday;

import java.util.logging.Level;
import java.util.logging.Logger;

public final class Logging {
    private static final Logger LOG = Logger.getLogger(Logging.class.getName());
    private static final System.Logger OTHER = System.getLogger("corpus");
    private static final long STARTED = System.currentTimeMillis();

    private int balance;

    int withdraw(int amount) {
        LOG.info("withdraw " + amount);
        if (amount <= 0) {
            LOG.warning("not positive");
            throw new IllegalArgumentException("amount"); // expect: reached
        }
        if (amount > balance) {
            LOG.log(Level.SEVERE, "overdrawn", new Object[] {amount});
            return -1; // expect: reached
        }
        balance -= amount;
        OTHER.log(System.Logger.Level.INFO, "done");
        return balance; // expect: reached
    }

    static int enabled(int x) {
        if (LOG.isLoggable(Level.FINE)) {
            LOG.fine("x");
        }
        if (x == 4) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static long since(int x) {
        if (x > 3 && x < 3) {
            return STARTED; // expect: unreachable(unconditional)
        }
        return x; // expect: reached
    }
}
