// A counter that goes up by two stays even.
// task: safe
package tasks.loops;

import tasks.Input;

public class EvenSteps {
    public static void main(String[] args) {
        int i = 0;
        while (Input.nextBoolean()) {
            i += 2;
        }
        assert i % 2 == 0;
    }
}
