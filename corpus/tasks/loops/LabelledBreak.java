// A labelled break leaves both loops.
// task: unsafe
// inputs: 2, 3
package tasks.loops;

import tasks.Input;

public class LabelledBreak {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        int found = -1;
        outer:
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                if (i == a && j == b) {
                    found = i * 4 + j;
                    break outer;
                }
                if (j > i + 1) {
                    continue outer;
                }
            }
        }
        assert found != 11;
    }
}
