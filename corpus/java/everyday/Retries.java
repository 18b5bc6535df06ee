// open
// clew: --budget 1s
// Pins: loops that try again, with pauses.
package corpus.everyday;

import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

public final class Retries {
    private static final System.Logger LOG = System.getLogger("corpus.retries");
    private static final int TRIES = 2;

    private Retries() {
    }

    static int until(BooleanSupplier done) {
        for (int i = 1; i <= TRIES; i++) {
            if (done.getAsBoolean()) {
                return i; // expect: reached
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return -1; // expect: possible
            }
        }
        return 0; // expect: reached
    }

    static String called(Callable<String> task) {
        int failures = 0;
        Exception last = null;
        while (failures < TRIES) {
            try {
                return task.call(); // expect: reached
            } catch (Exception failed) {
                failures++;
                last = failed;
                LOG.log(System.Logger.Level.WARNING, "failure " + failures);
            }
        }
        if (last == null) {
            return null; // expect: unreachable
        }
        throw new IllegalStateException("failed " + failures + " times", last); // expect: possible
    }

    static long pause(int attempt) {
        if (attempt < 0) {
            throw new IllegalArgumentException("attempt " + attempt); // expect: reached
        }
        long pause = Math.min(1000L, 10L << Math.min(attempt, 20));
        if (pause < 10 || pause > 1000) {
            return -1; // expect: unreachable
        }
        if (pause == 1000) {
            return attempt > 6 ? 1000 : -2; // expect: true reached, false unreachable
        }
        return pause; // expect: reached
    }

    static int slept(int millis) throws InterruptedException {
        long begun = System.nanoTime();
        if (millis < 0 || millis > 5) {
            return -1; // expect: reached
        }
        Thread.sleep(millis);
        if (millis > 5) {
            return -2; // expect: unreachable
        }
        long taken = System.nanoTime() - begun;
        LOG.log(System.Logger.Level.DEBUG, () -> "slept " + taken);
        return millis == 3 ? 3 : 0; // expect: true reached, false reached
    }
}
