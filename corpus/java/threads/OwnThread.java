// What the running thread does with itself: it sleeps, waits and parks, and is interrupted. Whether it is interrupted at entry is an
// input. Between two looks at that, others may interrupt it.
package corpus.threads;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

public class OwnThread {
    int state;

    static int sleeps(int n) {
        try {
            Thread.sleep(1);
        } catch (InterruptedException interrupted) {
            return 1; // expect: reached
        }
        if (n == 3) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int sleepsFor(long millis) {
        try {
            Thread.sleep(millis < 0 ? millis : 0);
        } catch (InterruptedException interrupted) {
            return millis < 0 ? 1 : 2; // expect: reached
        } catch (IllegalArgumentException negative) {
            if (millis >= 0) {
                return 3; // expect: unreachable(unconditional)
            }
            return 4; // expect: reached
        }
        if (millis < 0) {
            return 5; // expect: unreachable(unconditional)
        }
        return 6; // expect: reached
    }

    static int inUnits(int n) {
        try {
            TimeUnit.MILLISECONDS.sleep(1);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            if (!Thread.interrupted()) {
                return 1; // expect: unreachable(within if single_thread)
            }
            return 2; // expect: reached
        }
        return n == 3 ? 3 : 4; // expect: reached
    }

    static int clears() {
        boolean first = Thread.interrupted();
        if (Thread.interrupted()) {
            return 1; // expect: possible
        }
        if (first) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int looks() {
        if (Thread.currentThread().isInterrupted()) {
            try {
                Thread.sleep(1);
                return 1; // expect: possible
            } catch (InterruptedException interrupted) {
                return Thread.interrupted() ? 2 : 3; // expect: reached
            }
        }
        return 4; // expect: reached
    }

    static int yields(OwnThread other) {
        int before = other.state;
        Thread.yield();
        if (other.state != before) {
            return 1; // expect: unreachable(if single_thread)
        }
        return 2; // expect: reached
    }

    static int parks(int n) {
        LockSupport.parkNanos(1);
        if (n == 3) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }
}
