// A bubble sort with one pass too few.
// task: unsafe
// inputs: 4, 3, 2, 1
package tasks.sorting;

import tasks.Input;

public class BubbleTooShort {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt(), Input.nextInt(), Input.nextInt()};
        for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i + 1 < a.length; i++) {
                if (a[i] > a[i + 1]) {
                    int t = a[i];
                    a[i] = a[i + 1];
                    a[i + 1] = t;
                }
            }
        }
        assert a[0] <= a[1];
    }
}
