// The mean of two large numbers overflows.
// task: unsafe
// inputs: 1e308, 1e308
package tasks.floats;

import tasks.Input;

public class MeanOfArray {
    public static void main(String[] args) {
        double[] a = {Input.nextDouble(), Input.nextDouble()};
        double sum = 0;
        for (double v : a) {
            if (Double.isNaN(v) || Double.isInfinite(v)) {
                return;
            }
            sum += v;
        }
        assert !Double.isInfinite(sum / a.length);
    }
}
