// A binary search finds what is there.
// task: safe
package tasks.sorting;

import tasks.Input;

public class BinarySearchFinds {
    public static void main(String[] args) {
        int[] a = {2, 3, 5, 7, 11, 13, 17};
        int key = Input.nextInt();
        int low = 0;
        int high = a.length - 1;
        int found = -1;
        while (low <= high && found < 0) {
            int mid = (low + high) >>> 1;
            if (a[mid] == key) {
                found = mid;
            } else if (a[mid] < key) {
                low = mid + 1;
            } else {
                high = mid - 1;
            }
        }
        boolean there = false;
        for (int value : a) {
            there |= value == key;
        }
        assert there == (found >= 0);
    }
}
