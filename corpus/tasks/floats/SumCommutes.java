// Two numbers may be added in either order.
// task: safe
package tasks.floats;

import tasks.Input;

public class SumCommutes {
    public static void main(String[] args) {
        double a = Input.nextDouble();
        double b = Input.nextDouble();
        double left = a + b;
        double right = b + a;
        assert left == right || Double.isNaN(left) && Double.isNaN(right);
    }
}
