// A sine is between minus one and one.
// task: safe
package tasks.floats;

import tasks.Input;

public class SineBounded {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        if (!(x > -10 && x < 10)) {
            return;
        }
        double y = Math.sin(x);
        assert y >= -1 && y <= 1;
    }
}
