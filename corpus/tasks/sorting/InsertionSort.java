// Insertion sort puts four numbers in order.
// task: safe
package tasks.sorting;

import tasks.Input;

public class InsertionSort {
    public static void main(String[] args) {
        int[] a = new int[4];
        for (int i = 0; i < 4; i++) {
            a[i] = Input.nextInt();
        }
        for (int i = 1; i < 4; i++) {
            int key = a[i];
            int j = i - 1;
            while (j >= 0 && a[j] > key) {
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = key;
        }
        for (int i = 1; i < 4; i++) {
            assert a[i - 1] <= a[i];
        }
    }
}
