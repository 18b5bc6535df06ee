// The return of a finally block hides the exception of its try.
// task: unsafe
// inputs: 0
package tasks.exceptions;

import tasks.Input;

public class FinallyWins {
    public static void main(String[] args) {
        int x = Input.nextInt();
        assert divided(x) == 1;
    }

    @SuppressWarnings("finally")
    static int divided(int x) {
        int result = 1;
        try {
            result = 10 / x;
            result = 1;
        } catch (ArithmeticException zero) {
            result = 2;
            throw zero;
        } finally {
            return result;
        }
    }
}
