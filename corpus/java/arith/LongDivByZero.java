// Pins: ldiv and lrem throw ArithmeticException exactly when the divisor is zero.
package corpus.arith;

public class LongDivByZero {
    public static long divide(long a, long b) {
        return a / b; // expect: throws java.lang.ArithmeticException reached
    }

    public static long rest(long a, long b) {
        return a % b; // expect: throws java.lang.ArithmeticException reached
    }

    public static long guarded(long a, int b) {
        if (b != 0) {
            return a / b; // expect: reached; throws java.lang.ArithmeticException unreachable(strict)
        }
        return a % 5L; // expect: reached; throws java.lang.ArithmeticException unreachable(strict)
    }

    public static long narrowGuard(long a, long b) {
        if ((int) b != 0) {
            return a / b; // expect: throws java.lang.ArithmeticException unreachable(strict)
        }
        return a / b; // expect: throws java.lang.ArithmeticException reached; reached
    }
}
