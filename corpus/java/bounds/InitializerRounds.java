// Loops and calls of class initializers have no bound of the user's: what they decide is nothing that the input decides. Where they
// cannot be followed to their end, nothing is proved of what comes after.
package corpus.bounds;

public final class InitializerRounds {
    private InitializerRounds() {
    }

    /** Five rounds that ask the clock, before the method begins. */
    static final class Five {
        static long odd;

        static {
            for (int round = 0; round < 5; round++) {
                if (System.nanoTime() % 2 != 0) {
                    odd++;
                }
            }
        }

        static int ofFive(int x) {
            if (x > 3) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            return 0; // expect: reached
        }
    }

    /** A loop that may go on for as long as the clock says: what it decides is no bound on the method. */
    static final class Waiting {
        static int rounds;

        static {
            long end = System.nanoTime() + 1000;
            while (System.nanoTime() < end) {
                rounds++;
            }
        }

        static int ofWaiting(int x) {
            if (x > 3) { // expect: true possible(strict), false possible(strict)
                return 1; // expect: possible(strict)
            }
            return 0; // expect: possible(strict)
        }
    }

    /** The same, within the method. */
    static final class Helper {
        static final StringBuilder TEXT = new StringBuilder();

        static {
            long end = System.nanoTime() + 1000;
            while (System.nanoTime() < end) {
                TEXT.append('x');
            }
        }

        static StringBuilder text() {
            return TEXT;
        }
    }

    static int withHelper(int x) {
        if (x == 5) { // expect: true possible(strict), false reached
            return Helper.text().length() > 20 ? 1 : 2; // expect: true possible(strict), false possible(strict)
        }
        return 0;
    }

    /** Calls that nest as the clock decides. */
    static final class Nested {
        static final int DEPTH = depth(6);

        static int depth(int most) {
            return most > 0 && System.nanoTime() % 2 == 0 ? 1 + depth(most - 1) : 0;
        }

        static boolean ofNested(int x) {
            return x == 77; // expect: true reached, false reached
        }
    }

    /** A long table, made by a method that the initializer calls. */
    static final class Table {
        static final int[] SQUARES = squares(6000);

        static int[] squares(int count) {
            int[] squares = new int[count];
            for (int at = 0; at < count; at++) {
                squares[at] = at * at;
            }
            return squares;
        }

        static int ofTable(int x) {
            if (x == 12345) { // expect: true reached, false reached
                return SQUARES[5000]; // expect: reached
            }
            return 0;
        }
    }
}
