// An index that may be equal to the length is caught and reported.
// task: unsafe
// inputs: 5
package tasks.arrays;

import tasks.Input;

public class LastIndex {
    public static void main(String[] args) {
        int at = Input.nextInt();
        if (at < 0 || at > 5) {
            return;
        }
        int[] cells = new int[5];
        try {
            cells[at] = 1;
        } catch (ArrayIndexOutOfBoundsException outside) {
            assert false : "outside";
        }
    }
}
