// A polynomial by Horner's rule has a root.
// task: unsafe
// inputs: 3.0
package tasks.floats;

import tasks.Input;

public class Polynomial {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        if (!(x > 2 && x < 4)) {
            return;
        }
        double value = (x - 6) * x + 9;
        assert value > 0;
    }
}
