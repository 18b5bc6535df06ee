// A rounded number is within a half of the number.
// task: safe
package tasks.floats;

import tasks.Input;

public class RoundNear {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        if (!(x >= 0 && x < 100)) {
            return;
        }
        double distance = Math.rint(x) - x;
        assert distance <= 0.5 && distance >= -0.5;
    }
}
