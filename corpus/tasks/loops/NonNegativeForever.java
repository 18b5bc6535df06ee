// A number that only loses half of itself stays positive or zero.
// task: safe
package tasks.loops;

import tasks.Input;

public class NonNegativeForever {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x < 0) {
            return;
        }
        while (x > 1 && Input.nextBoolean()) {
            x = x / 2;
        }
        assert x >= 0;
    }
}
