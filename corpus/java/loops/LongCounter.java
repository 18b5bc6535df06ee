// Pins: a loop over a long counter and one that counts down past zero by wrapping.
package corpus.loops;

public class LongCounter {
    public static int up(long from) {
        if (from < 9223372036854775806L) {
            return 0;
        }
        int rounds = 0;
        for (long i = from; i > 0L; i++) {
            rounds++;
        }
        if (rounds == 2) {
            return 2; // expect: reached
        }
        if (rounds == 1) {
            return 1; // expect: reached
        }
        return 3; // expect: unreachable
    }

    public static int wrapDown(int n) {
        int rounds = 0;
        for (int i = n; i < 0; i--) {
            rounds++;
        }
        if (rounds == 1) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
