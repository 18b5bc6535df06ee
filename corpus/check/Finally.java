// Compilers copy what `finally` has. A copy in which a condition is decided, or that never runs, is no finding.
package corpus.check;

public class Finally {
    static int copies(int x) {
        int r = 0;
        try {
            r = 1;
            r = 10 / x;
        } finally {
            if (r == 1) {
                r = 7;
            }
        }
        return r;
    }

    static int nothingThrown(int x) {
        int r = 0;
        try {
            r = x + 1;
        } finally {
            if (r == 0) {
                r = 7;
            }
        }
        return r;
    }

    static int returns(int x) {
        try {
            if (x > 0) {
                return x;
            }
            return -x;
        } finally {
            x = 1;
        }
    }

    static int decided(int x) {
        int r = 1;
        try {
            r = 2;
        } finally {
            if (r > 0) { // so it is, but of the copy for errors of the virtual machine nothing is said
                r = 7;
            }
        }
        return r + x;
    }

    static int locked(Object lock) {
        synchronized (lock) {
            return 3;
        }
    }

    static void lockedVoid(Object lock, int[] to) {
        synchronized (lock) {
            to[0] = 3;
        }
    }

    // All copies of the block stand in one line.
    static int inOneLine(int[] numbers) {
        try { numbers[0]++; return 1; } catch (NullPointerException e) { return 2; } finally { if (numbers != null) numbers[0] = 3; }
    }
}
