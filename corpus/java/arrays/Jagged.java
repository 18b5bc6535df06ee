// Pins: an input array of arrays may have null rows, rows of different length, and one row twice.
package corpus.arrays;

public class Jagged {
    public static int probe(int[][] a) {
        if (a == null || a.length != 2) {
            return -1;
        }
        if (a[0] == null) {
            return 1; // expect: reached
        }
        if (a[0] == a[1]) {
            return 2; // expect: reached
        }
        int n = a[1].length; // expect: throws java.lang.NullPointerException reached
        if (a[0].length < n) {
            return 3; // expect: reached
        }
        return 0; // expect: reached
    }
}
