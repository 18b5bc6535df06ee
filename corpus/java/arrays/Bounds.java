// Pins: an index below zero or at the length throws; every other one does not.
package corpus.arrays;

public class Bounds {
    public static int read(int[] a, int i) { // expect: raises java.lang.ArrayIndexOutOfBoundsException; raises java.lang.NullPointerException
        return a[i]; // expect: throws java.lang.ArrayIndexOutOfBoundsException reached; throws java.lang.NullPointerException reached; reached
    }

    public static int guarded(int[] a, int i) {
        if (a == null || i < 0 || i >= a.length) {
            return -1; // expect: reached
        }
        return a[i]; // expect: reached; throws java.lang.ArrayIndexOutOfBoundsException unreachable(strict); throws java.lang.NullPointerException unreachable(strict)
    }

    public static int offByOne(int[] a, int i) {
        if (a == null || i < 0 || i > a.length) {
            return -1;
        }
        return a[i]; // expect: throws java.lang.ArrayIndexOutOfBoundsException reached
    }

    public static int known() {
        int[] a = new int[3];
        a[2] = 1; // expect: throws java.lang.ArrayIndexOutOfBoundsException unreachable(strict)
        a[3] = 1; // expect: throws java.lang.ArrayIndexOutOfBoundsException reached
        return 0; // expect: unreachable(strict)
    }
}
