// Pins: idiv throws ArithmeticException exactly when the divisor is zero.
package corpus.arith;

public class IntDivByZero {
    public static int divide(int a, int b) { // expect: paths 2; raises java.lang.ArithmeticException
        return a / b; // expect: reached; throws java.lang.ArithmeticException reached
    }

    public static int guarded(int a, int b) {
        if (b == 0) {
            return 0; // expect: reached
        }
        return a / b; // expect: reached; throws java.lang.ArithmeticException unreachable(strict)
    }

    public static int twice(int a, int b) {
        int q = a / b; // expect: throws java.lang.ArithmeticException reached
        int r = a / b; // expect: reached; throws java.lang.ArithmeticException unreachable(strict)
        return q - r;
    }
}
