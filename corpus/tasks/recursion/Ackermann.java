// Ackermann's function is greater than its arguments.
// task: safe
package tasks.recursion;

import tasks.Input;

public class Ackermann {
    public static void main(String[] args) {
        int m = Input.nextInt();
        int n = Input.nextInt();
        if (m < 0 || m > 2 || n < 0 || n > 2) {
            return;
        }
        assert ackermann(m, n) > n;
    }

    static int ackermann(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }
}
