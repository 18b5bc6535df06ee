// Pins: finally runs last, whatever leaves the block, and keeps what was to be returned.
package corpus.exceptions;

public class FinallyOrder {
    public static int kept(int x) {
        int value = x;
        try {
            if (x > 5) { // expect: true reached, false reached
                return value; // expect: reached
            }
            value = 7;
        } finally {
            value++;
        }
        if (value == 8) { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 2; // expect: unreachable
    }

    public static int thrown(int[] a, int i) {
        int state = 0;
        try {
            a[i] = 1; // expect: throws java.lang.ArrayIndexOutOfBoundsException reached; throws java.lang.NullPointerException reached
            state = 1;
        } catch (NullPointerException missing) {
            state = 2;
        } finally {
            state += 10;
        }
        if (state == 12) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (state == 10) { // expect: true unreachable, false reached
            return 2; // expect: unreachable
        }
        return 3; // expect: reached
    }

    public static int nested(int d) {
        try {
            try {
                return 10 / d; // expect: reached; throws java.lang.ArithmeticException reached
            } finally {
                if (d == 0) {
                    throw new IllegalStateException(); // expect: reached
                }
            }
        } catch (IllegalStateException state) {
            return 1; // expect: reached
        } catch (ArithmeticException division) {
            return 2; // expect: unreachable
        }
    }
}
