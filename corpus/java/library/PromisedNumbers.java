// Pins: a power is known only where Math promises the last digit, and there are no digits to a base beyond 36.
package corpus.library;

public class PromisedNumbers {
    public static int whole() {
        if (Math.pow(10, 3) == 1000 && Math.pow(2, -3) == 0.125 && Math.pow(-3, 2) == 9) {
            return 0; // expect: possible
        }
        return 1; // expect: impossible
    }

    public static int special(boolean first) {
        double power = first ? Math.pow(0.3, 0) : Math.pow(Double.POSITIVE_INFINITY, 0.5);
        if (power == 1) {
            return 0; // expect: possible
        }
        return 1; // expect: possible
    }

    public static int root() {
        if (Double.doubleToLongBits(Math.pow(0.125, 1.5)) == 4586529872708320204L) {
            return 0; // expect: possible
        }
        return 1; // expect: possible
    }

    public static int digits() {
        if (Character.digit('F', 79) == -1 && Character.digit('F', 1) == -1 && Character.digit('F', 16) == 15) {
            return 0; // expect: possible
        }
        return 1; // expect: impossible
    }

    public static int digits(int base) {
        if (Character.digit('1', base) == 1 && base > 36) {
            return 0; // expect: impossible
        }
        return 1; // expect: possible
    }
}
