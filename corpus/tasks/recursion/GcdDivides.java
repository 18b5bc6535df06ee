// The greatest common divisor divides both numbers.
// task: safe
package tasks.recursion;

import tasks.Input;

public class GcdDivides {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        if (a < 1 || a > 12 || b < 1 || b > 12) {
            return;
        }
        int g = gcd(a, b);
        assert a % g == 0 && b % g == 0;
    }

    static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }
}
