// Pins: break and continue in finally discard the pending exception.
package corpus.exceptions;

public class BreakInFinally {
    @SuppressWarnings("finally")
    public static int discard(int x) {
        int rounds = 0;
        while (rounds < 2) {
            try {
                rounds++;
                rounds += 10 / x;
            } finally {
                break; // expect: reached
            }
        }
        if (x == 0 && rounds != 1) {
            return 1; // expect: unreachable
        }
        return rounds; // expect: reached
    }
}
