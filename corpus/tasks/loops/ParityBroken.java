// A counter of three rounds is odd.
// task: unsafe
// inputs: true, true, false, true
package tasks.loops;

import tasks.Input;

public class ParityBroken {
    public static void main(String[] args) {
        int i = 0;
        int rounds = 0;
        while (Input.nextBoolean()) {
            rounds++;
            i += rounds == 2 && !Input.nextBoolean() ? 1 : 2;
            if (rounds > 2) {
                break;
            }
        }
        assert i % 2 == 0;
    }
}
