// `Math.round` of a half goes up, `Math.rint` to the even number.
// task: unsafe
// inputs: 0.5
package tasks.floats;

import tasks.Input;

public class RoundHalf {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        if (!(x >= 0 && x < 10)) {
            return;
        }
        assert Math.round(x) == (long) Math.rint(x);
    }
}
