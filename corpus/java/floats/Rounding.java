// Pins: Math.floor, ceil, rint, round and abs.
package corpus.floats;

public class Rounding {
    public static int floor(double x) {
        if (Math.floor(x) == -3.0 && x != -3.0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int ceil(double x) {
        if (x > 1.0 && x < 1.5 && Math.ceil(x) != 2.0) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int half(double x) {
        if (x == 2.5 && Math.rint(x) == 2.0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static long round(double x) {
        if (Math.round(x) == 3L) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int abs(double x) {
        if (Math.abs(x) < 0.0) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
