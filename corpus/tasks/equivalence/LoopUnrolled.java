// A loop of three rounds, written out.
// task: safe
package tasks.equivalence;

import tasks.Input;

public class LoopUnrolled {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt(), Input.nextInt()};
        int sum = 0;
        for (int v : a) {
            sum = sum * 31 + v;
        }
        assert sum == (a[0] * 31 + a[1]) * 31 + a[2];
    }
}
