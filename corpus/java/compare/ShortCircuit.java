// Pins: && and || skip their right side; & and | do not.
package corpus.compare;

public class ShortCircuit {
    static class Item {
        int value;
    }

    public static int guarded(Item i) {
        if (i != null && i.value > 0) { // expect: throws java.lang.NullPointerException unreachable(strict)
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int eager(Item i) {
        if (i != null & i.value > 0) { // expect: throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int wrongGuard(Item i) {
        if (i == null || i.value == 3) { // expect: throws java.lang.NullPointerException unreachable(strict)
            return i.value; // expect: reached; throws java.lang.NullPointerException reached
        }
        return 0;
    }

    public static int sideEffect(int x) {
        int y = 0;
        if (x > 0 && (y = 5) == 5) {
            if (y != 5) {
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        if (y == 5) {
            return 3; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }
}
