// Pins: -0.0 equals 0.0, and only division, bits and boxes tell them apart.
package corpus.floats;

public class NegativeZero {
    public static int divided(double x) {
        if (x == 0.0) { // expect: true reached, false reached
            if (1.0 / x < 0.0) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int smallest(double x) {
        if (Math.min(x, 0.0) == 0.0 && 1.0 / Math.min(x, 0.0) < 0.0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int compared(double x) {
        if (x == 0.0 && Double.compare(x, 0.0) != 0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int negated(float x) {
        if (x == 0.0f && 0.0f - x == -x) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
