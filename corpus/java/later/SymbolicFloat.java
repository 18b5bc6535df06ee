// Pins: today's answer, which a later issue improves: a branch on an input double is undecided for a stated reason.
package corpus.later;

public class SymbolicFloat {
    public static int sign(double d) {
        if (d > 0.0) {
            return 1; // expect: undecided(unsupported)
        }
        return 0; // expect: undecided(unsupported)
    }

    public static int ofField(float f, int x) {
        if (x == 3) {
            return 3; // expect: reached
        }
        if (f + 1f == f) {
            return 1; // expect: undecided(unsupported)
        }
        return 0; // expect: undecided(unsupported)
    }
}
