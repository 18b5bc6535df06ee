// `Math.abs` is not negative once the smallest int is excluded.
// task: safe
package tasks.arithmetic;

import tasks.Input;

public class AbsoluteGuarded {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x == Integer.MIN_VALUE) {
            return;
        }
        assert Math.abs(x) >= 0;
    }
}
