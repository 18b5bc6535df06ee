// A word of two pairs of brackets is balanced.
// task: unsafe
// inputs: 1, -1, 1, -1
package tasks.machines;

import tasks.Input;

public class Brackets {
    public static void main(String[] args) {
        int depth = 0;
        for (int i = 0; i < 4; i++) {
            depth += Input.nextInt() > 0 ? 1 : -1;
            if (depth < 0) {
                return;
            }
        }
        assert depth > 0;
    }
}
