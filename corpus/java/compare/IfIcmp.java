// Pins: both edges of the six int comparisons of two values.
package corpus.compare;

public class IfIcmp {
    public static int all(int a, int b) {
        int seen = 0;
        if (a == b) { // expect: true reached, false reached
            seen |= 1;
        }
        if (a != b) { // expect: true reached, false reached
            seen |= 2;
        }
        if (a < b) { // expect: true reached, false reached
            seen |= 4;
        }
        if (a >= b) { // expect: true reached, false reached
            seen |= 8;
        }
        if (a > b) { // expect: true reached, false reached
            seen |= 16;
        }
        if (a <= b) { // expect: true reached, false reached
            seen |= 32;
        }
        return seen;
    }

    public static int order(int a, int b, int c) {
        if (a < b) {
            if (b < c) {
                if (c < a) { // expect: true unreachable(strict), false reached
                    return 1; // expect: unreachable(strict)
                }
                return 2; // expect: reached
            }
        }
        return 0;
    }
}
