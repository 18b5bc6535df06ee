// Pins: an int fits a double exactly, and not a float; a long fits neither.
package corpus.floats;

public class FromIntegers {
    public static int exact(int n) {
        if ((int) (double) n != n) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int rounded(int n) {
        if ((int) (float) n != n) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int lost(long n) {
        if ((long) (double) n != n) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int narrowed(double x) {
        if (x == 0.1 && (double) (float) x != x) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
