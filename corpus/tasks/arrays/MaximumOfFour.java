// The greatest of four elements need not be greater than another one.
// task: unsafe
// inputs: 5, 5, 5, 5
package tasks.arrays;

import tasks.Input;

public class MaximumOfFour {
    public static void main(String[] args) {
        int[] a = new int[4];
        for (int i = 0; i < 4; i++) {
            a[i] = Input.nextInt();
        }
        int best = 0;
        for (int i = 1; i < 4; i++) {
            if (a[i] > a[best]) {
                best = i;
            }
        }
        assert best > 0 || a[0] > a[3];
    }
}
