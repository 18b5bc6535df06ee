// Pins: (int) and (long) of a floating-point number cut off, stop at the ends, and make 0 of NaN.
package corpus.floats;

public class ToIntegers {
    public static int high(double x) {
        if ((int) x == Integer.MAX_VALUE && x > 4e9) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int low(float x) {
        if ((long) x == Long.MIN_VALUE) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int zero(double x) {
        if ((int) x == 0 && x != x) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int cutOff(double x) {
        if ((int) x == -1 && x > -1.5 && x < -1.25) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int never(double x) {
        int cut = (int) x;
        if (x > -0.5 && x < 0.5 && cut != 0) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int narrow(float x) {
        byte small = (byte) x;
        if (small == 1 && x > 200.0f) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
