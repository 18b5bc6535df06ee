// The order of a sum matters.
// task: unsafe
// inputs: 1e16, -1e16, 1.0
package tasks.floats;

import tasks.Input;

public class SumNotAssociative {
    public static void main(String[] args) {
        double a = Input.nextDouble();
        double b = Input.nextDouble();
        double c = Input.nextDouble();
        if (!(Math.abs(a) < 1e20 && Math.abs(b) < 1e20 && Math.abs(c) < 1e20)) {
            return;
        }
        assert (a + b) + c == a + (b + c);
    }
}
