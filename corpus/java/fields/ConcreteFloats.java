// Pins: float and double arithmetic on known numbers is carried out exactly as Java does.
package corpus.fields;

public class ConcreteFloats {
    double d;
    float f;

    public int store() {
        d = 0.1;
        f = 16777216f;
        double sum = d + 0.2;
        if (sum == 0.3) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        if (f + 1f == f) { // expect: true reached, false unreachable(strict)
            return 2; // expect: reached
        }
        return 3; // expect: unreachable(strict)
    }

    public static int notANumber() {
        double zero = 0.0;
        double nan = zero / zero;
        if (nan == nan) {
            return 1; // expect: unreachable(strict)
        }
        if (nan > 1.0) {
            return 2; // expect: unreachable(strict)
        }
        if ((int) nan == 0) {
            return 3; // expect: reached
        }
        return 4; // expect: unreachable(strict)
    }

    public static int casts() {
        double big = 1e20;
        if ((int) big != Integer.MAX_VALUE) {
            return 1; // expect: unreachable(strict)
        }
        if ((long) -big == Long.MIN_VALUE) {
            return 2; // expect: reached
        }
        return 3; // expect: unreachable(strict)
    }
}
