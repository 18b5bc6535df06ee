// An int does not survive a cast to float.
// task: unsafe
// inputs: 16777217
package tasks.floats;

import tasks.Input;

public class FloatPrecision {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x < 0 || x > 20000000) {
            return;
        }
        assert (int) (float) x == x;
    }
}
