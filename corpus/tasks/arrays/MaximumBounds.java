// No element is greater than the maximum.
// task: safe
package tasks.arrays;

import tasks.Input;

public class MaximumBounds {
    public static void main(String[] args) {
        int[] a = new int[4];
        for (int i = 0; i < 4; i++) {
            a[i] = Input.nextInt();
        }
        int best = a[0];
        for (int value : a) {
            best = value > best ? value : best;
        }
        for (int value : a) {
            assert value <= best;
        }
    }
}
