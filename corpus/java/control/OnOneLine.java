// Pins: a line of which a handler is a part counts as reached however control comes to it, and what only leaves a monitor is in no line.
package corpus.control;

public class OnOneLine {
    private final Object lock = new Object();
    private int count;

    private static void fail() {
        throw new IllegalStateException();
    }

    public int afterMonitor(boolean quick) {
        if (quick) { count = 5;
        } else { synchronized (lock) { count++; } } return count; // expect: reached
    }

    public int afterCatch(boolean quick) {
        if (quick) { count = 5;
        } else { try { fail(); } catch (IllegalStateException e) { count--; } } return count; // expect: reached
    }

    public int inSwitch(int x) {
        switch (x) { case 1: count = 5; break;
            case 2: synchronized (lock) { count++; } break; case 3: try { fail(); } finally { count = 2; } default: count = 7; } return count; // expect: reached
    }

    public int inLoop(int x) {
        for (int i = 0; i < x; i++) { if (i == 1)
            continue; synchronized (lock) { count++; } } return count; // expect: reached
    }

    public int nested(boolean one, Object other) {
        if (one) synchronized (other) { count = 1;
        } else synchronized (lock) { synchronized (other) { count++; } } return count; // expect: reached
    }

    // The jump past the handler is on its line, and never done.
    public void caught() {
        try {
            fail();
        } catch (IllegalStateException e) { count++; } // expect: reached
    } // expect: reached

    // The copy of the block for an end without exception comes first, and is never executed.
    public void lastly() {
        try { fail();
        } finally { count++; } // expect: reached
    } // expect: unreachable

    public void lastlyWithChoice(int x) {
        try { fail();
        } finally { if (x > 3) count++; else count--; } // expect: reached
    } // expect: unreachable

    public void behindMonitor() {
        try { synchronized (lock) { fail();
        } } finally { count++; } // expect: reached
    } // expect: unreachable

    public void onlyMonitor() {
        synchronized (lock) { fail();
        } // expect: unreachable
    } // expect: unreachable

    public void handlerOfHandler() {
        try { try { fail();
        } finally { count++; } } catch (IllegalStateException e) { count--; } // expect: reached
    } // expect: reached

    public int checkedTwice() {
        Integer value = count; if (value > 1) synchronized (lock) { if (count > 1) count = 1; } return count; // expect: reached
    }
}
