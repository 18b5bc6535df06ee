// How often loops go round in which no input decides: the bound on loops is about rounds that an input decides, and where loops go round
// more often than is followed, nothing is proved.
// clew: --without-engine path-condition
package corpus.bounds;

public final class Rounds {
    private Rounds() {
    }

    static int fiveThousand(int x) {
        int sum = 0;
        for (int at = 0; at < 5000; at++) {
            sum += at;
        }
        if (x == 12345) {
            return sum; // expect: possible(strict)
        }
        return 0; // expect: possible(strict)
    }

    static int untilItWraps(int x) {
        int at = 1;
        while (at > 0) {
            at += 100_000;
        }
        return x == 3 ? at : 0; // expect: true possible(strict), false possible(strict)
    }

    static int inACall(int x) {
        int sum = count();
        if (x < -1000) {
            return sum; // expect: possible(strict)
        }
        return 0;
    }

    static int count() {
        int sum = 0;
        for (int at = 0; at < 10_000; at++) {
            sum ^= at;
        }
        return sum;
    }

    static int oneDecision(int bound, int x) {
        int sum = 0;
        if (bound == 8000) { // expect: true reached, false reached
            for (int at = 0; at < bound; at++) {
                sum += at;
            }
            if (x == 12345) {
                return sum; // expect: unreachable(within)
            }
        }
        return sum; // expect: reached
    }
}
