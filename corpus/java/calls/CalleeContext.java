// Pins: a branch of a callee that one caller never takes is still reached when the callee itself is the entry.
package corpus.calls;

public class CalleeContext {
    public static int callee(int x) {
        if (x < 0) { // expect: true reached, false reached
            return -1; // expect: reached
        }
        return x; // expect: reached
    }

    public static int caller(int x) {
        if (x > 0) {
            int y = callee(x);
            if (y == -1) { // expect: true unreachable(strict), false reached
                return 1; // expect: unreachable(strict)
            }
            return y; // expect: reached
        }
        return 0;
    }
}
