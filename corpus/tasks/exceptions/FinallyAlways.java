// A finally block runs however its try ends.
// task: safe
package tasks.exceptions;

import tasks.Input;

public class FinallyAlways {
    public static void main(String[] args) {
        int x = Input.nextInt();
        int[] count = new int[1];
        try {
            work(x, count);
        } catch (IllegalStateException expected) {
            count[0] += 10;
        }
        assert count[0] == 1 || count[0] == 11;
    }

    static void work(int x, int[] count) {
        try {
            if (x < 0) {
                throw new IllegalStateException();
            }
            if (x == 5) {
                return;
            }
        } finally {
            count[0]++;
        }
    }
}
