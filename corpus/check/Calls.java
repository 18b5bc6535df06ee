// Code behind a call that never returns, and handlers of what is never thrown.
package corpus.check;

public class Calls {
    static void fail() {
        throw new IllegalStateException();
    }

    static int afterFail(int x) {
        fail();
        x++; // finding: unreachable
        return x;
    }

    static void endsWithFail(int x) {
        if (x > 3) {
            fail();
        }
        fail();
    }

    static int caught(int[] a) {
        try {
            return a.length;
        } catch (IllegalStateException e) { // finding: unreachable
            return 3;
        }
    }

    static int other(int[] a) {
        try {
            return a.length;
        } catch (RuntimeException e) {
            return 3;
        }
    }

    static int guarded(int x) {
        if (x < 0) {
            throw new IllegalArgumentException();
        }
        if (x < 0) { // finding: always_false
            throw new IllegalArgumentException();
        }
        return x;
    }
}
