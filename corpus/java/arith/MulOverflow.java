// Pins: integer multiplication wraps: positive factors may give a negative or zero product, and a square may be negative.
package corpus.arith;

public class MulOverflow {
    public static int product(int x, int y) {
        if (x > 0 && y > 0) {
            if (x * y < 0) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            if (x * y == 0) {
                return 2; // expect: reached
            }
        }
        return 0;
    }

    public static int square(int x) {
        if (x * x < 0) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if ((x * x & 3) == 3) { // expect: true unreachable, false reached
            return 2; // expect: unreachable
        }
        return 0;
    }
}
