// Pins: Integer.MIN_VALUE / -1 wraps to itself and throws nothing.
package corpus.arith;

public class DivMinByMinusOne {
    public static int divide(int a) {
        int quotient = a / -1; // expect: throws java.lang.ArithmeticException unreachable(strict)
        if (a < 0) {
            if (quotient < 0) { // expect: true reached, false reached
                return 1; // expect: reached
            }
        }
        return 0;
    }

    public static int symbolicDivisor(int a, int b) {
        if (b != -1 || a != Integer.MIN_VALUE) {
            return 0;
        }
        int quotient = a / b; // expect: throws java.lang.ArithmeticException unreachable(strict)
        if (quotient == a) {
            return 1; // expect: reached
        }
        return 2; // expect: unreachable(strict)
    }

    public static long divideLong(long a) {
        if (a < 0L) {
            if (a / -1L < 0L) {
                return 1L; // expect: reached
            }
        }
        return 0L;
    }
}
