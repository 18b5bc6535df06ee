// The length of a new array may be negative.
// task: unsafe
// inputs: -1
package tasks.arrays;

import tasks.Input;

public class NegativeLength {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n > 4) {
            return;
        }
        try {
            int[] a = new int[n];
            assert a.length == n;
        } catch (NegativeArraySizeException negative) {
            assert n < -1;
        }
    }
}
