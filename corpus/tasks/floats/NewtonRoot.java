// Newton's method comes near the root of two from any start.
// task: safe
package tasks.floats;

import tasks.Input;

public class NewtonRoot {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        if (!(x >= 1 && x <= 2)) {
            return;
        }
        for (int i = 0; i < 4; i++) {
            x = (x + 2 / x) / 2;
        }
        assert x > 1 && x < 2;
    }
}
