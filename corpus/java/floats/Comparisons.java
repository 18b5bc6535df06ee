// Pins: fcmpl and fcmpg: which way a comparison with NaN goes hangs on how the source has it.
package corpus.floats;

public class Comparisons {
    public static int less(float a, float b) {
        if (a < b) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (a > b) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        if (a == b) { // expect: true reached, false reached
            return 3; // expect: reached
        }
        return 4; // expect: reached
    }

    public static int notLess(double a, double b) {
        if (!(a < b)) { // expect: true reached, false reached
            if (!(a >= b)) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    public static int ordered(double a, double b) {
        if (a < b && b < a) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int chosen(float a) {
        float larger = a > 2.0f ? a : 2.0f;
        if (larger < 2.0f) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
