// Pins: a handler catches what its body throws and nothing else.
package corpus.exceptions;

public class TryCatch {
    public static int divide(int a, int b) {
        int result;
        try {
            result = a / b; // expect: throws java.lang.ArithmeticException reached
        } catch (ArithmeticException e) {
            result = -1; // expect: reached
        }
        if (b == 0 && result != -1) {
            return 1; // expect: unreachable(strict)
        }
        return result; // expect: reached
    }

    public static int harmless(int a) {
        try {
            a = a + 1;
            return a; // expect: reached
        } catch (RuntimeException e) {
            return 0; // expect: unreachable(strict)
        }
    }

    public static int wrongHandler(int a, int b) { // expect: raises java.lang.ArithmeticException
        try {
            return a / b; // expect: throws java.lang.ArithmeticException reached
        } catch (NullPointerException e) {
            return 1; // expect: unreachable
        }
    }
}
