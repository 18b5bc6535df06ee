// A cast to int stops at the ends.
// task: safe
package tasks.floats;

import tasks.Input;

public class CastSaturates {
    public static void main(String[] args) {
        double x = Input.nextDouble();
        int i = (int) x;
        if (x > 3e9) {
            assert i == Integer.MAX_VALUE;
        } else if (x != x) {
            assert i == 0;
        }
    }
}
