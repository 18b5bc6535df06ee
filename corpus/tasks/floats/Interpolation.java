// An interpolation between finite ends overflows.
// task: unsafe
// inputs: 1e308, -1e308, 0.5
package tasks.floats;

import tasks.Input;

public class Interpolation {
    public static void main(String[] args) {
        double from = Input.nextDouble();
        double to = Input.nextDouble();
        double at = Input.nextDouble();
        if (Double.isNaN(from) || Double.isNaN(to) || Math.abs(from) > 1e308 || Math.abs(to) > 1e308) {
            return;
        }
        if (!(at >= 0 && at <= 1)) {
            return;
        }
        double value = from + (to - from) * at;
        assert value >= Math.min(from, to);
    }
}
