// Inputs of a loop add up to a hundred.
// task: unsafe
// inputs: 40, 60
package tasks.loops;

import tasks.Input;

public class InputsAddUp {
    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 5 && sum < 100; i++) {
            int next = Input.nextInt();
            if (next < 0 || next > 60) {
                return;
            }
            sum += next;
        }
        assert sum != 100;
    }
}
