// A state sixty rounds away.
// task: unsafe
// inputs: 60
package tasks.loops;

import tasks.Input;

public class DeepCounter {
    public static void main(String[] args) {
        int limit = Input.nextInt();
        if (limit < 0 || limit > 90) {
            return;
        }
        int i = 0;
        while (i < limit) {
            i++;
        }
        assert i != 60;
    }
}
