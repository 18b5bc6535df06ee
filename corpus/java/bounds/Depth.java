// How deep calls nest that no input decides: the bound on recursion is about those that an input decides, and where calls nest deeper
// than is followed, nothing is proved.
package corpus.bounds;

public final class Depth {
    private Depth() {
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

    static int deepWithInput(int depth, int x) { // expect: endless
        if (depth > 2500) { // expect: true reached, false reached
            if (x == 7) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            return 2;
        }
        return deepWithInput(depth + 1, x);
    }
}
