// A reference whose type is an interface may name the constants of enums that implement it.
package corpus.bounds;

public final class EnumsOfInterfaces {
    private EnumsOfInterfaces() {
    }

    interface Priced {
        int price();
    }

    enum Fruit implements Priced {
        APPLE, PEAR;

        @Override
        public int price() {
            return this == APPLE ? 3 : 4; // expect: true reached, false reached
        }
    }

    static int paid(Priced priced) {
        if (priced.price() == 4) { // expect: true reached, false reached
            return priced == Fruit.PEAR ? 1 : 2; // expect: true reached
        }
        return 0;
    }

    interface Step {
        int apply(int x);
    }

    enum Standard implements Step {
        DOUBLE {
            @Override
            public int apply(int x) {
                return 2 * x;
            }
        },
        NEGATE {
            @Override
            public int apply(int x) {
                return -x;
            }
        }
    }

    static final class Both implements Step {
        private final Step first;
        private final Step second;

        Both(Step first, Step second) {
            this.first = first;
            this.second = second;
        }

        @Override
        public int apply(int x) {
            return second.apply(first.apply(x)); // expect: reached
        }
    }

    static int stepped(Step step) {
        if (step == Standard.NEGATE) { // expect: true reached, false reached
            return step.apply(5) == -5 ? 1 : 2; // expect: true reached, false unreachable
        }
        return step.apply(3) == 6 ? 3 : 4; // expect: true reached, false reached
    }
}
