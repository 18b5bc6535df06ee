// Pins: enum constants with bodies, fields and methods of their own.
// Weak: what is only possible(strict) here is reached by executions; the exploration does not find them yet.
package corpus.types;

public class EnumBodies {
    enum Op {
        PLUS(1) {
            @Override
            int of(int a, int b) {
                return a + b; // expect: reached
            }
        },
        TIMES(2) {
            @Override
            int of(int a, int b) {
                return a * b; // expect: possible(strict)
            }
        };

        final int rank;

        Op(int rank) {
            this.rank = rank;
        }

        abstract int of(int a, int b);
    }

    public static int applied(Op op, int a) {
        if (op.of(a, 3) == 21) { // expect: true reached, false reached; throws java.lang.NullPointerException reached
            return op.rank; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int ordinal(Op op) {
        if (op.ordinal() + 1 == op.rank) { // expect: true reached, false unreachable; throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int named(Op op) {
        if (op.name().equals("TIMES")) { // expect: true reached, false reached
            return op.ordinal(); // expect: reached
        }
        return -1; // expect: reached
    }
}
