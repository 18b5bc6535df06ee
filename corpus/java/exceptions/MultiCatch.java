// Pins: one handler for several classes.
package corpus.exceptions;

public class MultiCatch {
    public static int several(int[] a, int i) {
        try {
            return a[i]; // expect: reached
        } catch (NullPointerException | ArrayIndexOutOfBoundsException e) {
            if (a == null) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            if (i >= 0 && i < a.length) {
                return 2; // expect: unreachable(strict)
            }
            return 3; // expect: reached
        }
    }
}
