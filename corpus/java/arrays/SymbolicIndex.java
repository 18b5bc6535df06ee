// Pins: reading and writing at an input index sees exactly the elements that the index can name.
package corpus.arrays;

public class SymbolicIndex {
    public static int readKnown(int i) {
        int[] a = {10, 20, 30};
        if (i < 0 || i > 2) {
            return -1;
        }
        int x = a[i]; // expect: throws java.lang.ArrayIndexOutOfBoundsException unreachable(strict)
        if (x == 20) { // expect: true reached, false reached
            if (i != 1) {
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        if (x == 40) {
            return 3; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int writeThenRead(int[] a, int i, int j) {
        if (a == null || i < 0 || j < 0 || i >= a.length || j >= a.length) {
            return -1;
        }
        a[i] = 1;
        a[j] = 2;
        if (a[i] == 2) { // expect: true reached, false reached
            if (i != j) {
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        if (a[j] != 2) {
            return 3; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int untouched(int[] a, int i) {
        if (a == null || a.length != 4 || i < 1 || i > 3) {
            return -1;
        }
        int first = a[0];
        a[i] = first + 1;
        if (a[0] != first) {
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }
}
