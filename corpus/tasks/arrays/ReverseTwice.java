// An array reversed twice is as before.
// task: safe
package tasks.arrays;

import tasks.Input;

public class ReverseTwice {
    public static void main(String[] args) {
        int[] a = new int[5];
        for (int i = 0; i < a.length; i++) {
            a[i] = Input.nextInt();
        }
        int[] before = a.clone();
        for (int round = 0; round < 2; round++) {
            for (int i = 0, j = a.length - 1; i < j; i++, j--) {
                int t = a[i];
                a[i] = a[j];
                a[j] = t;
            }
        }
        for (int i = 0; i < a.length; i++) {
            assert a[i] == before[i];
        }
    }
}
