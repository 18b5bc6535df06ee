// Pins: the innermost matching handler wins, and a handler's own exception goes outwards.
package corpus.exceptions;

public class NestedTry {
    public static int nested(int[] a, int i) {
        try {
            try {
                return a[i] / i; // expect: throws java.lang.ArithmeticException reached; throws java.lang.ArrayIndexOutOfBoundsException reached; throws java.lang.NullPointerException reached
            } catch (ArithmeticException e) {
                return a[i + 1]; // expect: reached; throws java.lang.ArrayIndexOutOfBoundsException reached; throws java.lang.NullPointerException unreachable(strict)
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            if (i == 0) {
                return 1; // expect: reached
            }
            return 2; // expect: reached
        } catch (NullPointerException e) {
            return 3; // expect: reached
        } catch (ArithmeticException e) {
            return 4; // expect: unreachable
        }
    }
}
