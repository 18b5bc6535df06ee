// Pins: catching and throwing the same object again, and wrapping it in another.
package corpus.exceptions;

public class Rethrow {
    static class Wrapped extends RuntimeException {
        final RuntimeException inner;

        Wrapped(RuntimeException inner) {
            this.inner = inner;
        }
    }

    static int risky(int x) {
        try {
            return 10 / x;
        } catch (ArithmeticException e) {
            throw new Wrapped(e);
        }
    }

    public static int unwrap(int x) {
        try {
            return risky(x); // expect: reached
        } catch (Wrapped w) {
            if (w.inner instanceof ArithmeticException) { // expect: true reached, false unreachable(strict)
                return -1; // expect: reached
            }
            return -2; // expect: unreachable(strict)
        } catch (ArithmeticException e) {
            return -3; // expect: unreachable
        }
    }

    public static int again(int x) { // expect: raises java.lang.ArithmeticException
        try {
            return 10 / x;
        } catch (RuntimeException e) {
            if (x != 0) {
                return 1; // expect: unreachable
            }
            throw e; // expect: reached
        }
    }
}
