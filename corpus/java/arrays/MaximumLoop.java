// Pins: a loop over an input array of input length.
package corpus.arrays;

public class MaximumLoop {
    public static int maximum(int[] a) {
        if (a == null || a.length == 0) {
            return -1;
        }
        int best = a[0];
        for (int i = 1; i < a.length; i++) { // expect: true reached, false reached
            if (a[i] > best) { // expect: true reached, false reached
                best = a[i]; // expect: reached
            }
        }
        if (best < a[0]) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return best; // expect: reached
    }

    public static boolean sorted(int[] a) { // expect: returns true; returns false
        if (a == null) {
            return false;
        }
        for (int i = 0; i + 1 < a.length; i++) {
            if (a[i] > a[i + 1]) { // expect: true reached, false reached; throws java.lang.ArrayIndexOutOfBoundsException unreachable
                return false; // expect: reached
            }
        }
        return true; // expect: reached
    }
}
