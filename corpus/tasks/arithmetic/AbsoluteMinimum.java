// `Math.abs` of the smallest int is negative.
// task: unsafe
// inputs: -2147483648
package tasks.arithmetic;

import tasks.Input;

public class AbsoluteMinimum {
    public static void main(String[] args) {
        int x = Input.nextInt();
        assert Math.abs(x) >= 0;
    }
}
