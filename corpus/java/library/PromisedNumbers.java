// Pins: a power is known only where Math promises the last digit, and there are no digits to a base beyond 36.
package corpus.library;

public class PromisedNumbers {
    public static int whole() {
        return Math.pow(10, 3) == 1000 && Math.pow(2, -3) == 0.125 && Math.pow(-3, 2) == 9
                ? 0 // expect: reached
                : 1; // expect: unreachable
    }

    public static int special(boolean first) {
        double power = first ? Math.pow(0.3, 0) : Math.pow(Double.POSITIVE_INFINITY, 0.5);
        return power == 1
                ? 0 // expect: reached
                : 1; // expect: reached
    }

    public static int root() {
        return Double.doubleToLongBits(Math.pow(0.125, 1.5)) == 4586529872708320204L
                ? 0 // expect: undecided(last digit)
                : 1; // expect: possible
    }

    public static int digits() {
        return Character.digit('F', 79) == -1 && Character.digit('F', 1) == -1 && Character.digit('F', 16) == 15
                ? 0 // expect: reached
                : 1; // expect: unreachable
    }

    public static int digits(int base) {
        return Character.digit('1', base) == 1 && base > 36
                ? 0 // expect: unreachable
                : 1; // expect: reached
    }
}
