// A permutation of three numbers whose first is the greatest.
// task: unsafe
// inputs: 3, 1, 2
package tasks.recursion;

import tasks.Input;

public class Permutations {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt(), Input.nextInt()};
        seen = 0;
        permute(a, 0);
        assert seen == 0;
    }

    static int seen;

    static void permute(int[] a, int from) {
        if (from == a.length) {
            if (a[0] == 3 && a[1] == 2 && a[2] == 1) {
                seen++;
            }
            return;
        }
        for (int i = from; i < a.length; i++) {
            swap(a, from, i);
            permute(a, from + 1);
            swap(a, from, i);
        }
    }

    static void swap(int[] a, int i, int j) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}
