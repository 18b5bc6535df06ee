// Everything before the pivot is smaller.
// task: safe
package tasks.sorting;

import tasks.Input;

public class QuickPartition {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt(), Input.nextInt(), Input.nextInt()};
        int pivot = a[3];
        int store = 0;
        for (int i = 0; i < 3; i++) {
            if (a[i] < pivot) {
                int t = a[i];
                a[i] = a[store];
                a[store++] = t;
            }
        }
        a[3] = a[store];
        a[store] = pivot;
        for (int i = 0; i < 4; i++) {
            assert i < store ? a[i] < pivot : a[i] >= pivot;
        }
    }
}
