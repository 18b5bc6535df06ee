// Pins: a goal on a path that is cut later is still reached, and one behind an endless recursion is not claimed reached.
package corpus.traps;

public class CutIsNotLost {
    static int forever(int n) { // expect: endless
        return forever(n + 1) + 1;
    }

    public static int before(int x) { // expect: endless
        if (x == 12345) {
            x++; // expect: reached
            int y = forever(x); // expect: reached
            return y; // expect: impossible
        }
        return 0; // expect: reached
    }
}
