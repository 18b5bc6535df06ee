// Two names of one array.
// task: unsafe
// inputs: true
package tasks.arrays;

import tasks.Input;

public class TwoNames {
    public static void main(String[] args) {
        int[] first = {1, 2, 3};
        int[] second = Input.nextBoolean() ? first : first.clone();
        second[1] = 7;
        assert first[1] == 2;
    }
}
