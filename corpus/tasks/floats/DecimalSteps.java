// Ten steps of a tenth are not one.
// task: unsafe
// inputs: 10
package tasks.floats;

import tasks.Input;

public class DecimalSteps {
    public static void main(String[] args) {
        int steps = Input.nextInt();
        if (steps < 0 || steps > 10) {
            return;
        }
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            sum += 0.1;
        }
        assert steps != 10 || sum == 1.0;
    }
}
