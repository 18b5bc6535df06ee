// Pins: a return in finally replaces the value and swallows the exception.
package corpus.exceptions;

public class ReturnInFinally {
    @SuppressWarnings("finally")
    public static int swallow(int x) {
        try {
            if (10 / x == 2) {
                return 1; // expect: reached
            }
        } finally {
            return 7; // expect: reached
        }
    }

    public static int check(int x) {
        if (swallow(x) == 7) { // expect: true reached, false unreachable(strict)
            return 0; // expect: reached
        }
        return 1; // expect: unreachable(strict)
    }

    @SuppressWarnings("finally")
    public static int replace(int x) {
        try {
            try {
                throw new IllegalStateException();
            } finally {
                throw new UnsupportedOperationException(); // expect: reached
            }
        } catch (UnsupportedOperationException e) {
            return 1; // expect: reached
        } catch (IllegalStateException e) {
            return 2; // expect: unreachable(strict)
        }
    }
}
