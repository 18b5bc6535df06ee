// A counting sort whose table is one too short.
// task: unsafe
// inputs: 2, 0, 2
package tasks.sorting;

import tasks.Input;

public class CountingSort {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt(), Input.nextInt()};
        int[] count = new int[3];
        for (int v : a) {
            if (v < 0 || v > 2) {
                return;
            }
            count[v]++;
        }
        int[] sorted = new int[3];
        int k = 0;
        for (int v = 0; v < 2; v++) {
            for (int i = 0; i < count[v]; i++) {
                sorted[k++] = v;
            }
        }
        assert k == 3;
    }
}
