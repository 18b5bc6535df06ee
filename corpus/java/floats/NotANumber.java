// Pins: NaN is unequal to everything, itself included, and no comparison with it holds.
package corpus.floats;

public class NotANumber {
    public static int self(double x) {
        if (x != x) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int neither(float x) {
        if (x < 1.0f || x >= 1.0f) {
            return 0; // expect: reached
        }
        return 1; // expect: reached
    }

    public static int asked(double x) {
        if (Double.isNaN(x) && x == x) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int sum(double x) {
        if (x + Double.NaN == 0.0) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
