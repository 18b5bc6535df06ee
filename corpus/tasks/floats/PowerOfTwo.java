// A power of two survives division and multiplication.
// task: safe
package tasks.floats;

import tasks.Input;

public class PowerOfTwo {
    public static void main(String[] args) {
        int exponent = Input.nextInt();
        if (exponent < 0 || exponent > 20) {
            return;
        }
        double x = 1;
        for (int i = 0; i < exponent; i++) {
            x *= 2;
        }
        for (int i = 0; i < exponent; i++) {
            x /= 2;
        }
        assert x == 1;
    }
}
