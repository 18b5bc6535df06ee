// The same under a bound on recursion that is greater than what is followed: no proof names it.
// clew: --recursion-k 5000
package corpus.bounds;

public final class DepthOfUser {
    private DepthOfUser() {
    }

    static int down(int depth) {
        return depth == 0 ? 0 : 1 + down(depth - 1);
    }

    static boolean even(int depth) {
        return depth == 0 || odd(depth - 1);
    }

    static boolean odd(int depth) {
        return depth != 0 && even(depth - 1);
    }

    static int sixHundred(int x) {
        int depth = down(600);
        if (x == 12345) { // expect: true reached, false reached
            return depth; // expect: reached
        }
        return 0;
    }

    static int threeThousand(int x) {
        int depth = down(3000);
        if (x == 12345) {
            return depth; // expect: possible(strict)
        }
        return 0; // expect: possible(strict)
    }

    static int inTurns(int x) {
        if (even(2500) && x == 7) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: possible(strict)
    }
}
