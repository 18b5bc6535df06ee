// Pins: negating the smallest int gives itself.
package corpus.arith;

public class NegOverflow {
    public static int negate(int x) {
        if (x < 0) {
            if (-x < 0) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            return 2;
        }
        if (x > 0) {
            if (-x == x) {
                return 3; // expect: unreachable(strict)
            }
        }
        return 0;
    }
}
