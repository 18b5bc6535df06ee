// A number that is not equal to itself.
// task: unsafe
// inputs: NaN
package tasks.floats;

import tasks.Input;

public class NaNIsUnequal {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        assert x == x;
    }
}
