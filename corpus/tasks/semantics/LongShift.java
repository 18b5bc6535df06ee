// The shift of an int does not reach the upper half of a long.
// task: unsafe
// inputs: 33
package tasks.semantics;

import tasks.Input;

public class LongShift {
    public static void main(String[] args) {
        int by = Input.nextInt();
        if (by < 0 || by > 40) {
            return;
        }
        long a = 1 << by;
        long b = 1L << by;
        assert a == b || by < 33;
    }
}
