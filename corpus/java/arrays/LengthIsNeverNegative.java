// Pins: the length of an input array is zero or more and never negative.
package corpus.arrays;

public class LengthIsNeverNegative {
    public static int length(int[] a) {
        int n = a.length; // expect: throws java.lang.NullPointerException reached
        if (n < 0) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        if (n == 0) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }
}
