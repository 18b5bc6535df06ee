// A merge ends before the second part is used up.
// task: unsafe
// inputs: 1, 2, 3, 4
package tasks.sorting;

import tasks.Input;

public class MergeForgetsRest {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt()};
        int[] b = {Input.nextInt(), Input.nextInt()};
        if (a[0] > a[1] || b[0] > b[1] || a[0] <= 0 || b[0] <= 0) {
            return;
        }
        int[] merged = new int[4];
        int i = 0;
        int j = 0;
        int k = 0;
        while (i < 2 && j < 2) {
            merged[k++] = a[i] <= b[j] ? a[i++] : b[j++];
        }
        while (i < 2) {
            merged[k++] = a[i++];
        }
        assert merged[3] != 0;
    }
}
