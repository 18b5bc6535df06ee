// The odd one of two functions takes zero for odd.
// task: unsafe
// inputs: 0
package tasks.recursion;

import tasks.Input;

public class EvenOddConfused {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 12) {
            return;
        }
        assert odd(n) == (n % 2 != 0);
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n == 0 || even(n - 1);
    }
}
