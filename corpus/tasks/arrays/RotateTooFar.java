// A rotation by one place is repeated once too often.
// task: unsafe
// inputs: 1, 2, 3, 3
package tasks.arrays;

import tasks.Input;

public class RotateTooFar {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt(), Input.nextInt()};
        int by = Input.nextInt();
        if (by < 0 || by > 3) {
            return;
        }
        int first = a[0];
        for (int round = 0; round < by; round++) {
            int last = a[2];
            a[2] = a[1];
            a[1] = a[0];
            a[0] = last;
        }
        assert by == 0 || a[by % 3] == first && by != 3;
    }
}
