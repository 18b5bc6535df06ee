// Pins: both edges of ifeq, ifne, iflt, ifge, ifgt and ifle.
package corpus.compare;

public class IfZero {
    public static int all(int x) {
        int seen = 0;
        if (x == 0) { // expect: true reached, false reached
            seen |= 1;
        }
        if (x != 0) { // expect: true reached, false reached
            seen |= 2;
        }
        if (x < 0) { // expect: true reached, false reached
            seen |= 4;
        }
        if (x >= 0) { // expect: true reached, false reached
            seen |= 8;
        }
        if (x > 0) { // expect: true reached, false reached
            seen |= 16;
        }
        if (x <= 0) { // expect: true reached, false reached
            seen |= 32;
        }
        return seen;
    }

    public static int contradiction(int x) { // expect: paths 3
        if (x > 0) {
            if (x <= 0) { // expect: true unreachable(strict), false reached
                return 1; // expect: unreachable(strict)
            }
            return 2;
        }
        if (x < 0) { // expect: true reached, false reached
            return 3;
        }
        return 4; // expect: reached
    }
}
