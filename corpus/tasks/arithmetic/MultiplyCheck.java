// The test of an overflow by the sign of the product misses products that wrap to zero.
// task: unsafe
// inputs: 65536, 65536
package tasks.arithmetic;

import tasks.Input;

public class MultiplyCheck {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        if (a <= 0 || b <= 0) {
            return;
        }
        int product = a * b;
        if (product < 0) {
            return;
        }
        assert product >= a;
    }
}
