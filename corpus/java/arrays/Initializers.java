// Pins: array initializers, also nested and with input elements.
package corpus.arrays;

public class Initializers {
    public static int literal(int x) {
        int[] a = {x, x + 1, 2 * x};
        if (a[1] - a[0] != 1) {
            return 1; // expect: unreachable(strict)
        }
        if (a[2] == a[0] && x != 0) {
            return 2; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int nested(int x) {
        int[][] a = {{1}, {2, x}, null};
        if (a[1][1] == 77) {
            return 1; // expect: reached
        }
        if (a.length != 3 || a[0].length != 1) {
            return 2; // expect: unreachable(strict)
        }
        return a[2].length; // expect: throws java.lang.NullPointerException reached
    }
}
