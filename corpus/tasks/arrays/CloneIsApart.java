// What is written to a clone is not seen in the original.
// task: safe
package tasks.arrays;

import tasks.Input;

public class CloneIsApart {
    public static void main(String[] args) {
        int[] first = {1, 2, 3};
        int[] second = first.clone();
        int at = Input.nextInt();
        if (at < 0 || at >= second.length) {
            return;
        }
        second[at] = 99;
        assert first[0] + first[1] + first[2] == 6;
    }
}
