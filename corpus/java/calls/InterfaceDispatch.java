// Pins: an interface call on an input runs any implementation on the class path.
package corpus.calls;

public class InterfaceDispatch {
    interface Rule {
        int apply(int x);
    }

    static class Twice implements Rule {
        @Override
        public int apply(int x) {
            return 2 * x;
        }
    }

    static class Negate implements Rule {
        @Override
        public int apply(int x) {
            return -x;
        }
    }

    public static int use(Rule rule, int x) {
        int y = rule.apply(x); // expect: throws java.lang.NullPointerException reached
        if (x == 3) {
            if (y == 6) {
                return 1; // expect: reached
            }
            if (y == -3) {
                return 2; // expect: reached
            }
            return 3; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int useTwo(Rule first, Rule second) {
        if (first == null || second == null) {
            return -1;
        }
        if (first.apply(1) == second.apply(1)) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
