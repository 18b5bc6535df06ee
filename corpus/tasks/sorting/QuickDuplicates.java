// A partition does not put all that is equal on one side.
// task: unsafe
// inputs: 5, 5, 5
package tasks.sorting;

import tasks.Input;

public class QuickDuplicates {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt(), Input.nextInt()};
        int pivot = a[0];
        int i = 0;
        int j = 2;
        while (i <= j) {
            while (a[i] < pivot) {
                i++;
            }
            while (a[j] > pivot) {
                j--;
            }
            if (i <= j) {
                int t = a[i];
                a[i] = a[j];
                a[j] = t;
                i++;
                j--;
            }
        }
        assert i - j == 1;
    }
}
