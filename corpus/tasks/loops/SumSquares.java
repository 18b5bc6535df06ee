// The sum of the odd numbers is a square.
// task: safe
package tasks.loops;

import tasks.Input;

public class SumSquares {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 20) {
            return;
        }
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += 2 * i + 1;
        }
        assert sum == n * n;
    }
}
