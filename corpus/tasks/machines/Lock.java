// A lock opens for the code 3, 1, 4.
// task: unsafe
// inputs: 3, 1, 4
package tasks.machines;

import tasks.Input;

public class Lock {
    public static void main(String[] args) {
        int state = 0;
        for (int i = 0; i < 3; i++) {
            int key = Input.nextInt();
            if (state == 0 && key == 3) {
                state = 1;
            } else if (state == 1 && key == 1) {
                state = 2;
            } else if (state == 2 && key == 4) {
                state = 3;
            } else {
                state = 0;
            }
        }
        assert state != 3;
    }
}
