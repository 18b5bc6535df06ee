// Pins: integer addition wraps, so x + 1 is not always greater than x.
package corpus.arith;

public class AddOverflow {
    public static int next(int x) { // expect: returns 0; paths 2
        if (x + 1 > x) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int bounded(int x) {
        if (x >= 1000) {
            return -1;
        }
        if (x + 1 > x) { // expect: true reached, false unreachable(strict)
            return 1;
        }
        return 0; // expect: unreachable(strict)
    }
}
