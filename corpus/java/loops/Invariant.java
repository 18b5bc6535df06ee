// Pins: a relation between two counters that holds after any number of rounds.
package corpus.loops;

public class Invariant {
    public static int lockstep(int n) {
        int a = 0;
        int b = 0;
        while (a < n) {
            a++;
            b += 2;
            if (b != 2 * a) { // expect: true unreachable, false reached
                return 1; // expect: unreachable
            }
        }
        if (b % 2 != 0) {
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
