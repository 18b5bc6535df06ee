// The factorials up to ten divide by their argument.
// task: safe
package tasks.recursion;

import tasks.Input;

public class FactorialLong {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 1 || n > 10) {
            return;
        }
        assert factorial(n) % n == 0;
    }

    static long factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }
}
