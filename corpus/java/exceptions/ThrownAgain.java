// Pins: compiled code may throw one and the same exception twice for failed checks, without message and stack trace. So that two
// such exceptions are two objects is an assumption.
package corpus.exceptions;

public final class ThrownAgain {
    private ThrownAgain() {
    }

    static int twoNulls(int[] a, int[] b) {
        Object first = null;
        Object second = null;
        try {
            a[0]++;
        } catch (NullPointerException e) {
            first = e;
        }
        try {
            b[0]++;
        } catch (NullPointerException e) {
            second = e;
        }
        if (first != null && first == second) {
            return 1; // expect: unreachable(if fresh_exceptions)
        }
        return 0; // expect: reached
    }

    static int causeOf(int[] a) {
        try {
            return a[0];
        } catch (NullPointerException e) {
            if (e.getCause() != null) {
                return 1; // expect: possible
            }
            return 2; // expect: possible
        }
    }

    static int madeHere(int x) {
        RuntimeException first = new IllegalStateException();
        RuntimeException second = new IllegalStateException();
        if (first == second) {
            return 1; // expect: unreachable(unconditional)
        }
        return x; // expect: reached
    }
}
