// The area of a triangle is not negative.
// task: safe
package tasks.floats;

import tasks.Input;

public class TriangleArea {
    public static void main(String[] args) {
        double a = Input.nextDouble();
        double h = Input.nextDouble();
        if (!(a >= 0 && a <= 1e100 && h >= 0 && h <= 1e100)) {
            return;
        }
        assert a * h / 2 >= 0;
    }
}
