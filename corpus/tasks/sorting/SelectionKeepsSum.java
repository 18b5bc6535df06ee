// Selection sort keeps the sum of the elements.
// task: safe
package tasks.sorting;

import tasks.Input;

public class SelectionKeepsSum {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt(), Input.nextInt()};
        int sum = a[0] + a[1] + a[2];
        for (int i = 0; i < a.length; i++) {
            int least = i;
            for (int j = i + 1; j < a.length; j++) {
                if (a[j] < a[least]) {
                    least = j;
                }
            }
            int t = a[i];
            a[i] = a[least];
            a[least] = t;
        }
        assert a[0] + a[1] + a[2] == sum;
        assert a[0] <= a[2];
    }
}
