// Pins: nested ternaries, with values and with references.
package corpus.compare;

public class Ternary {
    public static int clamp(int x, int low, int high) {
        int y = x < low ? low : x > high ? high : x;
        if (low <= high) {
            if (y < low) {
                return 1; // expect: unreachable(strict)
            }
            if (y > high) {
                return 2; // expect: unreachable(strict)
            }
            return 3; // expect: reached
        }
        if (y == low) {
            return 4; // expect: reached
        }
        return 5; // expect: reached
    }

    public static int pick(int[] a, int[] b, boolean first) {
        int[] chosen = first ? a : b;
        if (chosen == null) {
            return -1; // expect: reached
        }
        if (first && a == null) {
            return -2; // expect: unreachable(strict)
        }
        return chosen.length; // expect: reached; throws java.lang.NullPointerException unreachable(strict)
    }
}
