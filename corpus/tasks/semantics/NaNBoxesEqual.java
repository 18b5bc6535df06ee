// Boxes of NaN are equal.
// task: safe
package tasks.semantics;

import tasks.Input;

public class NaNBoxesEqual {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        if (x == x) {
            return;
        }
        assert Double.valueOf(x).equals(Double.NaN);
        assert Double.compare(x, Double.POSITIVE_INFINITY) > 0;
    }
}
