// A flag that is set once stays set.
// task: safe
package tasks.loops;

import tasks.Input;

public class FlagUnbounded {
    public static void main(String[] args) {
        boolean seen = false;
        int value = 0;
        while (Input.nextBoolean()) {
            int next = Input.nextInt();
            if (next == 7) {
                seen = true;
                value = 7;
            }
        }
        assert !seen || value == 7;
    }
}
