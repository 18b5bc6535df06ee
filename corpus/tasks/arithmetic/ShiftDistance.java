// The distance of a shift counts modulo 32.
// task: unsafe
// inputs: 32
package tasks.arithmetic;

import tasks.Input;

public class ShiftDistance {
    public static void main(String[] args) {
        int distance = Input.nextInt();
        if (distance < 1 || distance > 40) {
            return;
        }
        int bit = 1 << distance;
        assert bit != 1;
    }
}
