// Pins: a loop whose condition is false from the start.
package corpus.loops;

public class ZeroTrip {
    public static int never(int n) {
        int sum = 0;
        for (int i = 5; i < 5; i++) { // expect: true unreachable(strict), false reached
            sum += n; // expect: unreachable(strict)
        }
        if (sum != 0) {
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int maybe(int n) { // expect: paths 3
        int sum = 0;
        for (int i = 0; i < n; i++) { // expect: true reached, false reached
            sum += 2; // expect: reached
        }
        return sum; // expect: reached
    }
}
