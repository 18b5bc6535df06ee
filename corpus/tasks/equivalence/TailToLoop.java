// A recursive function, written as a loop.
// task: safe
package tasks.equivalence;

import tasks.Input;

public class TailToLoop {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 9) {
            return;
        }
        int sum = 0;
        for (int i = n; i > 0; i--) {
            sum += i * i;
        }
        assert sum == squares(n);
    }

    static int squares(int n) {
        return n == 0 ? 0 : n * n + squares(n - 1);
    }
}
