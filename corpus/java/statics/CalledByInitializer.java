// Pins: a method that a class initializer calls sees static fields that are not set yet, be they final.
package corpus.statics;

public final class CalledByInitializer {
    static final class Early {
        static final Early INSTANCE = new Early();
        static final int SIZE = Integer.parseInt("5");
        final int seen;

        Early() {
            seen = size();
        }

        static int size() {
            if (SIZE == 0) {
                return 1; // expect: possible
            }
            return 2; // expect: reached
        }

        static int notCalled() {
            if (SIZE == 0) {
                return 1; // expect: unreachable(unconditional)
            }
            return 2; // expect: reached
        }
    }

    enum Level {
        LOW(1), HIGH(2);

        final int weight;

        Level(int weight) {
            describe();
            this.weight = weight;
        }

        int describe() {
            if (weight == 0) {
                return 1; // expect: possible
            }
            return 2; // expect: reached
        }

        int notCalled() {
            if (weight == 0) {
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
    }

    private CalledByInitializer() {
    }
}
