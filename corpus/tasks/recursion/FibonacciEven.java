// Every third Fibonacci number is even.
// task: unsafe
// inputs: 6
package tasks.recursion;

import tasks.Input;

public class FibonacciEven {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 4 || n > 8) {
            return;
        }
        assert fibonacci(n) % 2 != 0;
    }

    static int fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }
}
