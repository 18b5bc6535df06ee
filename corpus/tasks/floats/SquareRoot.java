// The square of a root need not be the number.
// task: unsafe
// inputs: 2.0
package tasks.floats;

import tasks.Input;

public class SquareRoot {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        if (!(x >= 1 && x <= 3)) {
            return;
        }
        double root = Math.sqrt(x);
        assert root * root <= x;
    }
}
