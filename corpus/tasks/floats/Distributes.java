// A product is not distributed over a sum.
// task: unsafe
// inputs: 0.1, 0.7, 0.3
package tasks.floats;

import tasks.Input;

public class Distributes {
    public static void main(String[] args) {
        double a = Input.nextDouble();
        double b = Input.nextDouble();
        double c = Input.nextDouble();
        if (!(a > 0 && a < 1 && b > 0 && b < 1 && c > 0 && c < 1)) {
            return;
        }
        assert a * (b + c) == a * b + a * c;
    }
}
