// A shift in the place of a division differs for negative numbers.
// task: unsafe
// inputs: -1
package tasks.equivalence;

import tasks.Input;

public class ShiftForDivision {
    public static void main(String[] args) {
        int x = Input.nextInt();
        assert x / 4 == x >> 2;
    }
}
