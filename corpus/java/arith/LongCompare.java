// Pins: lcmp orders all longs, while the sign of a wrapped difference does not.
package corpus.arith;

public class LongCompare {
    public static int compare(long a, long b) { // expect: paths 3
        if (a < b) { // expect: true reached, false reached
            return -1; // expect: reached
        }
        if (a == b) { // expect: true reached, false reached
            return 0; // expect: reached
        }
        return 1; // expect: reached
    }

    public static int difference(long a, long b) {
        if (a < b) {
            if (a - b > 0L) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            if (a - b == 0L) {
                return 2; // expect: unreachable(strict)
            }
        }
        return 0;
    }

    public static int extremes(long a) {
        if (a > Long.MAX_VALUE) {
            return 1; // expect: unreachable(strict)
        }
        if (a <= Long.MIN_VALUE) {
            return 2; // expect: reached
        }
        return 0;
    }
}
