// A binary search that never looks at the last element.
// task: unsafe
// inputs: 17
package tasks.sorting;

import tasks.Input;

public class BinarySearchMisses {
    public static void main(String[] args) {
        int[] a = {2, 3, 5, 7, 11, 13, 17};
        int key = Input.nextInt();
        int low = 0;
        int high = a.length - 1;
        while (low < high) {
            int mid = (low + high) / 2;
            if (a[mid] < key) {
                low = mid + 1;
            } else {
                high = mid;
            }
            if (high == a.length - 1 && low == high) {
                low = 0;
                break;
            }
        }
        assert key != 17 || a[low] == key;
    }
}
