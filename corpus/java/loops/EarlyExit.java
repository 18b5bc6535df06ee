// Pins: several ways out of one loop: break, return, continue and the condition.
// clew: --loop-k 3
package corpus.loops;

public class EarlyExit {
    public static int find(int limit, int wanted) {
        int i = 0;
        while (true) {
            if (i == wanted) {
                return 100; // expect: reached
            }
            if (i >= limit) {
                break; // expect: reached
            }
            i++;
            if (i == 2) {
                continue; // expect: reached
            }
            if (wanted == 0) {
                return 200; // expect: unreachable
            }
        }
        if (i < limit) {
            return -1; // expect: unreachable
        }
        return i; // expect: reached
    }
}
