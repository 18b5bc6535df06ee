// The factorial of thirteen does not fit an int.
// task: unsafe
// inputs: 13
package tasks.recursion;

import tasks.Input;

public class Factorial {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 1 || n > 13) {
            return;
        }
        assert factorial(n) / n == factorial(n - 1);
    }

    static int factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }
}
