// Pins: conditions joined by && and ||, and their negation.
package corpus.compare;

public class Compound {
    public static int and(int a, int b) {
        if (a > 10 && b > 10) {
            if (a < 5 || b < 5) {
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int or(int a) {
        if (a < 5 || a > 3) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable(strict)
    }

    public static int negation(int a, int b) {
        if (!(a == 1 && b == 2)) {
            if (a == 1) {
                if (b == 2) { // expect: true unreachable(strict), false reached
                    return 1; // expect: unreachable(strict)
                }
            }
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    public static boolean between(int x, int low, int high) { // expect: returns true; returns false
        return low <= x && x < high; // expect: reached
    }
}
