// Pins: integer subtraction wraps, so a - b < 0 does not mean a < b.
package corpus.arith;

public class SubOverflow {
    public static int sign(int a, int b) {
        int difference = a - b;
        if (a > b) {
            if (difference < 0) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            if (difference == 0) { // expect: true unreachable(strict), false reached
                return 2; // expect: unreachable(strict)
            }
        }
        return 0;
    }

    public static int nonNegative(int a, int b) {
        if (a < 0 || b < 0) {
            return 0;
        }
        if (a > b) {
            if (a - b < 0) {
                return 1; // expect: unreachable(strict)
            }
        }
        return 2;
    }
}
