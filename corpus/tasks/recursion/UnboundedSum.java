// A recursion of fifty levels.
// task: unsafe
// inputs: 50
package tasks.recursion;

import tasks.Input;

public class UnboundedSum {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 60) {
            return;
        }
        assert sum(n) != 1275;
    }

    static int sum(int n) {
        return n <= 0 ? 0 : n + sum(n - 1);
    }
}
