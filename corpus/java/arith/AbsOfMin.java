// Pins: the absolute value of the smallest int is negative, in own code and in java.lang.Math.
package corpus.arith;

public class AbsOfMin {
    public static int own(int x) {
        int a = x >= 0 ? x : -x;
        if (a < 0) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0;
    }

    public static int library(int x) {
        if (Math.abs(x) < 0) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0;
    }

    public static int remainderIndex(int hash) {
        int index = Math.abs(hash % 16);
        if (index < 0) {
            return 1; // expect: unreachable
        }
        if (index > 15) {
            return 2; // expect: unreachable
        }
        return index;
    }
}
