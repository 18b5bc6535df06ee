// A lock of four keys does not open after three.
// task: safe
package tasks.machines;

import tasks.Input;

public class LockTooShort {
    public static void main(String[] args) {
        int state = 0;
        int[] code = {3, 1, 4, 1};
        for (int i = 0; i < 3; i++) {
            int key = Input.nextInt();
            state = key == code[state] ? state + 1 : key == code[0] ? 1 : 0;
        }
        assert state < 4;
    }
}
