// Pins: constants of the compiler are inlined and need no initialization.
package corpus.statics;

public class CompileTimeConstants {
    static class Limits {
        static final int MAX = 10;
        static final long WIDE = 1L << 33;
    }

    public static int check(int x) {
        if (x > Limits.MAX) {
            if (x == 10) {
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        if (x > Limits.WIDE) {
            return 3; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }
}
