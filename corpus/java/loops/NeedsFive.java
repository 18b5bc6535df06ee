// Pins: a goal behind five rounds of a loop lies outside a bound of two and is not called unreachable without it.
// clew: --without-engine path-condition --loop-k 2
package corpus.loops;

public class NeedsFive {
    public static int exactlyFive(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        if (i == 5) { // expect: true unreachable(within), false reached
            return 1; // expect: unreachable(within)
        }
        if (i == 2) {
            return 2; // expect: reached
        }
        if (i < 0) {
            return 3; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
