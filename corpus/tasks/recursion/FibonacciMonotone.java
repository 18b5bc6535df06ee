// The Fibonacci numbers grow.
// task: safe
package tasks.recursion;

import tasks.Input;

public class FibonacciMonotone {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 1 || n > 8) {
            return;
        }
        assert fibonacci(n + 1) >= fibonacci(n);
    }

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }
}
