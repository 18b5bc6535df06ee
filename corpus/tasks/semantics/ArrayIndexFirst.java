// The index of an assignment is evaluated before its right-hand side.
// task: safe
package tasks.semantics;

import tasks.Input;

public class ArrayIndexFirst {
    public static void main(String[] args) {
        int i = Input.nextInt() & 1;
        int start = i;
        int[] a = new int[3];
        a[i] = i = 2;
        assert a[start] == 2 && i == 2;
    }
}
