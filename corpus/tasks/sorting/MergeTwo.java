// Two ordered pairs are merged in order.
// task: safe
package tasks.sorting;

import tasks.Input;

public class MergeTwo {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt()};
        int[] b = {Input.nextInt(), Input.nextInt()};
        if (a[0] > a[1] || b[0] > b[1]) {
            return;
        }
        int[] merged = new int[4];
        int i = 0;
        int j = 0;
        for (int k = 0; k < 4; k++) {
            merged[k] = j == 2 || i < 2 && a[i] <= b[j] ? a[i++] : b[j++];
        }
        assert merged[0] <= merged[1] && merged[1] <= merged[2] && merged[2] <= merged[3];
    }
}
