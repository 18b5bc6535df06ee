// Pins: &, |, ^ and ! on booleans are logic on 0 and 1.
package corpus.compare;

public class BooleanOps {
    public static int xor(boolean a, boolean b) {
        boolean c = a ^ b;
        if (c) { // expect: true reached, false reached
            if (a == b) { // expect: true unreachable(strict), false reached
                return 1; // expect: unreachable(strict)
            }
            return 2;
        }
        if (a != b) {
            return 3; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int deMorgan(boolean a, boolean b) {
        boolean left = !(a & b);
        boolean right = !a | !b;
        if (left != right) {
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static boolean implies(boolean a, boolean b) {
        return !a | b; // expect: reached
    }
}
