// Pins: irem throws ArithmeticException exactly when the divisor is zero, also inside a loop.
// clew: --loop-k 3
package corpus.arith;

public class IntRemByZero {
    public static int rest(int a, int b) { // expect: paths 2
        return a % b; // expect: throws java.lang.ArithmeticException reached
    }

    public static int shiftedDivisor(int a, int b) {
        return a % (b | 1); // expect: throws java.lang.ArithmeticException unreachable(strict)
    }

    public static int countDown(int n) {
        int sum = 0;
        for (int i = 2; i >= n; i--) {
            sum += 10 % i; // expect: throws java.lang.ArithmeticException reached
        }
        return sum;
    }
}
