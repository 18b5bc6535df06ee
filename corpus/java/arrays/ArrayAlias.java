// Pins: two array parameters may be one array.
package corpus.arrays;

public class ArrayAlias {
    public static int write(int[] a, int[] b) {
        if (a == null || b == null || a.length == 0 || b.length == 0) {
            return -1;
        }
        a[0] = 1;
        b[0] = 2;
        if (a[0] == 2) { // expect: true reached, false reached
            if (a != b) {
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int lengths(int[] a, int[] b) {
        if (a == null || b == null) {
            return -1;
        }
        if (a.length != b.length) {
            if (a == b) { // expect: true unreachable(strict), false reached
                return 1; // expect: unreachable(strict)
            }
        }
        return 0;
    }

    public static int freshIsNotInput(int[] a) {
        int[] b = new int[2];
        if (a == null || a.length == 0) {
            return -1;
        }
        a[0] = 8;
        if (b[0] == 8) {
            return 1; // expect: unreachable(strict)
        }
        return 0;
    }
}
