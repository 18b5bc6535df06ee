// That an assertion never fails is what it says.
package corpus.check;

public class Asserts {
    static int holds(int x) {
        assert (x & 1) < 2;
        return 1;
    }

    static int holdsWithMessage(int x) {
        assert (x & 1) < 2 :
            "what " + x;
        return 1;
    }

    static int several(int x) {
        if (x > 3) {
            assert x > 2 && x != 1
                || x == 9;
            return 2;
        }
        return 1;
    }

    static int may(int x) {
        assert x > 3;
        if (x > 2) { // finding: always_true if
            return 1;
        }
        return 2;
    }
}
