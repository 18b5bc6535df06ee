// Pins: today's answer, which a later issue improves: what stands behind an invokedynamic is undecided, what stands before is decided.
package corpus.later;

public class Lambda {
    interface Step {
        int apply(int x);
    }

    public static int run(int x) {
        if (x < 0) {
            return -1; // expect: reached
        }
        Step step = y -> y + 1; // expect: reached
        if (step.apply(x) == 5) {
            return 1; // expect: undecided(unsupported)
        }
        return 0; // expect: undecided(unsupported)
    }

    public static String concatenate(int x) {
        if (x == 4) {
            return null; // expect: reached
        }
        String text = "x=" + x; // expect: reached
        return text; // expect: undecided(unsupported)
    }
}
