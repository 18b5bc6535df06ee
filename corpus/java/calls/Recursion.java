// Pins: direct recursion, followed to the depth of loop-k at least.
// clew: --loop-k 4
package corpus.calls;

public class Recursion {
    public static int sum(int n) {
        if (n <= 0) {
            return 0; // expect: reached
        }
        return n + sum(n - 1); // expect: reached
    }

    public static int sumOfTwo(int n) {
        if (n == 2) {
            if (sum(n) == 3) { // expect: true reached, false unreachable
                return 1; // expect: reached
            }
            return 2; // expect: unreachable
        }
        return 0;
    }

    public static int factorial(int n) {
        if (n < 0) {
            throw new IllegalArgumentException(); // expect: reached
        }
        if (n <= 1) {
            return 1; // expect: reached
        }
        return n * factorial(n - 1); // expect: reached
    }

    public static int power(int base, int exponent) {
        if (exponent == 0) {
            return 1;
        }
        int half = power(base, exponent / 2); // expect: reached
        if (exponent % 2 == 0) {
            return half * half; // expect: reached
        }
        return half * half * base; // expect: reached
    }
}
