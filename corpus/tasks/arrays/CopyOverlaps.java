// `System.arraycopy` copies as if by way of another array.
// task: safe
package tasks.arrays;

import tasks.Input;

public class CopyOverlaps {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt(), Input.nextInt(), Input.nextInt()};
        int[] b = a.clone();
        System.arraycopy(a, 0, a, 1, 3);
        assert a[0] == b[0] && a[1] == b[0] && a[2] == b[1] && a[3] == b[2];
    }
}
