// Pins: a goal on a path that is cut later is not lost, and one behind an endless recursion is not claimed reached.
// (Weaker than it could be: the only input that gets there overflows the stack, and a test that does is not written.)
package corpus.traps;

public class CutIsNotLost {
    static int forever(int n) { // expect: endless
        return forever(n + 1) + 1;
    }

    public static int before(int x) { // expect: endless
        if (x == 12345) {
            x++; // expect: undecided(no test can be built)
            int y = forever(x); // expect: undecided(no test can be built)
            return y; // expect: impossible
        }
        return 0; // expect: reached
    }
}
