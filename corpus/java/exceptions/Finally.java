// Pins: finally runs on the normal way, on return, and when an exception passes through.
package corpus.exceptions;

public class Finally {
    static class Log {
        int entries;
    }

    public static int normal(Log log, int x) {
        if (log == null) {
            return -1;
        }
        log.entries = 0;
        try {
            if (x == 1) {
                return 10; // expect: reached
            }
            log.entries += 1;
        } finally {
            log.entries += 100; // expect: reached
        }
        if (log.entries != 101) {
            return 1; // expect: unreachable(strict)
        }
        return 2; // expect: reached
    }

    public static int onException(int x) {
        int state = 0;
        try {
            try {
                state = 1;
                state = 10 / x;
            } finally {
                state += 1000; // expect: reached
            }
        } catch (ArithmeticException e) {
            if (state == 1001) { // expect: true reached, false unreachable(strict)
                return 1; // expect: reached
            }
            return 2; // expect: unreachable(strict)
        }
        if (state < 1000) {
            return 3; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int valueIsSaved(int x) { // expect: returns 5
        int y = 5;
        try {
            return y;
        } finally {
            y = x; // expect: reached
        }
    }
}
