// Pins: sums are rounded: they need not be associative, and adding may change nothing.
package corpus.floats;

public class Arithmetic {
    public static int absorbed(double x) {
        if (x + 1.0 == x && x < 1e17 && x > 0.0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int grows(float x) {
        if (x > 0.0f && x < 100.0f && x + 1.0f == x) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int tenth(double x) {
        if (x == 0.1 && x + x + x != 0.3) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int remainder(double x) {
        if (x == 5.5 && x % 2.0 == 1.5) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
