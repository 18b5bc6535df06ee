// Pins: a goal behind three rounds of a loop is reached with loop-k 3.
// clew: --loop-k 3
package corpus.loops;

public class NeedsThree {
    public static int count(int n) { // expect: paths 4; returns 3
        int i = 0;
        while (i < n) {
            i++;
        }
        return i;
    }

    public static int exactlyThree(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        if (i == 3) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0;
    }
}
