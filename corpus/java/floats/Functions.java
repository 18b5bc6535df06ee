// Pins: square roots, whole numbers near a float, extremes, and remainders, with the results that Java promises.
package corpus.floats;

public class Functions {
    public static int root(double x) {
        double root = Math.sqrt(x);
        if (root < 0) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        if (root == 12.5) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        if (root != root && x == x) {
            return 3; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int rootOfNegativeZero(double x) {
        if (x == 0 && 1 / Math.sqrt(x) < 0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int floorAndCeil(double x) {
        if (Math.floor(x) == 7 && Math.ceil(x) == 8) {
            return 1; // expect: reached
        }
        if (Math.floor(x) > Math.ceil(x)) { // expect: true unreachable, false reached
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int ceilOfSmall(double x) {
        if (x > -1 && x < 0 && 1 / Math.ceil(x) != Double.NEGATIVE_INFINITY) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int toEven(double x) {
        if (Math.rint(x) == 4 && x < 3.6) {
            return 1; // expect: reached
        }
        if (x > 2.5 && x < 3.5 && Math.rint(x) != 3) {
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int round(double x) {
        long cents = Math.round(x * 100);
        if (cents == 314) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (cents < 0) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int belowHalf(double x) {
        if (x == 0.49999999999999994 && Math.round(x) != 0) {
            return 1; // expect: unreachable
        }
        if (x == -2.5 && Math.round(x) == -2) {
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int roundSingle(float x) {
        if (Math.round(x) == 16777217) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        if (Math.round(x) == Integer.MIN_VALUE) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int remainder(double x) {
        if (x % 3.0 == 1.5 && x > 100) {
            return 1; // expect: reached
        }
        if (x % 2 > 2) { // expect: true unreachable, false reached
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int extremes(double a, double b) {
        if (Math.min(a, b) > Math.max(a, b)) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        if (a == b && 1 / Math.max(a, b) != 1 / Math.min(a, b)) {
            return 2; // expect: reached
        }
        if (Math.abs(a) < 0) { // expect: true unreachable, false reached
            return 3; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int cut(double d) {
        int tenths = (int) (d * 10);
        if (tenths == 42) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (tenths == -7) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }
}
