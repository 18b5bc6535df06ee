// The two zeros are equal and have other reciprocals.
// task: unsafe
// inputs: -0.0
package tasks.floats;

import tasks.Input;

public class NegativeZero {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        if (x != 0) {
            return;
        }
        assert 1 / x > 0;
    }
}
