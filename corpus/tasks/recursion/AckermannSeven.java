// Ackermann's function has the value seven.
// task: unsafe
// inputs: 2, 2
package tasks.recursion;

import tasks.Input;

public class AckermannSeven {
    public static void main(String[] args) {
        int m = Input.nextInt();
        int n = Input.nextInt();
        if (m < 0 || m > 2 || n < 0 || n > 3) {
            return;
        }
        assert ackermann(m, n) != 7;
    }

    static int ackermann(int m, int n) {
        if (m == 0) {
            return n + 1;
        }
        return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }
}
