// A number that is neither NaN nor infinite less itself is zero.
// task: safe
package tasks.floats;

import tasks.Input;

public class NaNFiltered {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        if (Double.isNaN(x) || Double.isInfinite(x)) {
            return;
        }
        assert x - x == 0;
    }
}
