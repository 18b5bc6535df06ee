// Two numbers have no common divisor.
// task: unsafe
// inputs: 5, 3
package tasks.recursion;

import tasks.Input;

public class GcdCoprime {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        if (a < 2 || a > 50 || b < 2 || b > 50 || a == b) {
            return;
        }
        assert gcd(a, b) > 1;
    }

    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
