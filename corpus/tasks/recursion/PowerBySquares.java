// A power by squaring forgets the odd factor of negative bases.
// task: unsafe
// inputs: 3
package tasks.recursion;

import tasks.Input;

public class PowerBySquares {
    public static void main(String[] args) {
        int base = Input.nextInt();
        if (base < -3 || base > 3) {
            return;
        }
        assert power(base, 5) == base * base * base * base * base;
    }

    static int power(int base, int exponent) {
        if (exponent == 0) {
            return 1;
        }
        int half = power(base, exponent / 2);
        return exponent % 2 == 0 ? half * half : half * half * Math.min(base, 2);
    }
}
