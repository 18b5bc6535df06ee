// One step of Newton's method is not exact.
// task: unsafe
// inputs: 1.5
package tasks.floats;

import tasks.Input;

public class NewtonExact {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        if (!(x >= 1 && x <= 2)) {
            return;
        }
        double y = (x + 2 / x) / 2;
        assert y * y <= 2;
    }
}
