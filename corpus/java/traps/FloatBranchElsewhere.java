// Pins: one branch that cannot be followed does not make other branches undecided.
package corpus.traps;

public class FloatBranchElsewhere {
    public static int mixed(int x, double d) {
        if (x == 5) {
            if (d > 1.5) {
                return 1; // expect: possible(strict)
            }
            return 2; // expect: possible(strict)
        }
        if (x == 6) {
            return 3; // expect: reached
        }
        if (x * 2 == 9) {
            return 4; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }
}
