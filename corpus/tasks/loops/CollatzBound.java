// The Collatz sequences of small numbers end soon.
// task: safe
package tasks.loops;

import tasks.Input;

public class CollatzBound {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 1 || n > 6) {
            return;
        }
        int steps = 0;
        while (n != 1) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        assert steps <= 8;
    }
}
