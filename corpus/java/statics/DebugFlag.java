// Pins: a static field that is not final is input: it need not hold the value that initialization gave it.
package corpus.statics;

public class DebugFlag {
    static boolean debug = false;
    static final boolean ALWAYS = Boolean.TRUE.booleanValue();

    public static int run(int x) {
        if (debug) {
            return 1; // expect: possible
        }
        if (x == 4) {
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int written() {
        debug = true;
        if (!debug) {
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int constant() {
        if (!ALWAYS) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
