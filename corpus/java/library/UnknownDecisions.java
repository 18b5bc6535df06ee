// Decisions on what is not known: the clock, the environment, a function that is only evaluated on constants. Both ways are followed, so
// that what comes after them is neither lost nor taken for unreachable; which way a test takes, the JVM tells.
package corpus.library;

public final class UnknownDecisions {
    private UnknownDecisions() {
    }

    static int afterClock(long start, int x) {
        int result = 0;
        if (System.nanoTime() - start == 17) {
            result = 1; // expect: undecided(the clock)
        }
        if (x == 12) { // expect: true reached, false reached
            result += 2;
        }
        if (result > 3) { // expect: true unreachable(strict), false reached
            result = 0;
        }
        return result;
    }

    static int ofEnvironment(int x) {
        if (System.getenv("CLEW_NEVER_SET_ANYWHERE") != null) {
            return 1; // expect: undecided(environment)
        }
        return x == 4 ? 2 : 3; // expect: true reached, false reached
    }

    static int ofSeparator(int x) {
        String separator = System.lineSeparator();
        if (separator.charAt(0) == 'x') {
            return 1; // expect: undecided(environment)
        }
        char last = separator.charAt(separator.length() - 1);
        return last == '\n' && x == 4 ? 2 : 3; // expect: possible
    }

    static int ofFunction(double x) {
        switch ((int) (Math.sin(x) * 2)) {
            case 0:
                return 7; // expect: reached
            case 1:
                return 8;
            case 5:
                return 9; // expect: undecided(function)
            default:
                return 10;
        }
    }

    static int untilThen(long deadline, int x) {
        int rounds = 0;
        while (System.currentTimeMillis() < deadline && rounds < 2) {
            rounds++;
        }
        if (rounds > 2) { // expect: true unreachable, false reached
            return -1;
        }
        return x > rounds ? 1 : 0; // expect: true reached, false reached
    }
}
