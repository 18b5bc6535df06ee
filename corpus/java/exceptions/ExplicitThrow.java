// Pins: code after a throw that always happens is not reached; code beside it is.
package corpus.exceptions;

public class ExplicitThrow {
    static void fail() {
        throw new IllegalStateException("always");
    }

    public static int afterFail(int x) {
        if (x > 0) {
            fail(); // expect: reached
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int validated(int x) { // expect: paths 3; raises java.lang.IllegalArgumentException
        if (x < 0) {
            throw new IllegalArgumentException("negative"); // expect: reached
        }
        if (x + 1 < 0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
