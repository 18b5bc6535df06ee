// The sum of the numbers up to n, off by one.
// task: unsafe
// inputs: 5
package tasks.loops;

import tasks.Input;

public class SumFormula {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 10) {
            return;
        }
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        assert sum * 2 != n * (n - 1) || n != 5;
    }
}
