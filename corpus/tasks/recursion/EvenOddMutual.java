// Two functions that call each other tell even from odd.
// task: safe
package tasks.recursion;

import tasks.Input;

public class EvenOddMutual {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 12) {
            return;
        }
        assert even(n) == (n % 2 == 0);
    }

    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }
}
