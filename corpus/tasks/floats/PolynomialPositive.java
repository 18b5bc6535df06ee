// A square plus one is positive.
// task: safe
package tasks.floats;

import tasks.Input;

public class PolynomialPositive {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        if (!(x > -1e3 && x < 1e3)) {
            return;
        }
        assert x * x + 1 >= 1;
    }
}
