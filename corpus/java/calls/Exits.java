// Pins: calls that end the virtual machine. Nothing of the thread runs behind them; their tests are disabled.
package corpus.calls;

public final class Exits {
    private Exits() {
    }

    static int exit(int code) { // expect: endless
        if (code == 3) {
            System.exit(code);
            return 3; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static int cleanUp(int code) { // expect: endless
        int state = 0;
        try {
            state = 1;
            if (code > 5) {
                Runtime.getRuntime().exit(code); // expect: possible(strict)
            }
        } finally {
            if (code > 5) {
                state = 2; // expect: possible
            }
        }
        return state; // expect: reached
    }

    static int halted(boolean now) { // expect: endless
        try {
            if (now) {
                Runtime.getRuntime().halt(1);
            }
        } catch (Throwable e) {
            return -1; // expect: possible
        }
        return now ? 1 : 0; // expect: true unreachable, false reached
    }

    private static void fail(String message) {
        System.err.println(message);
        System.exit(2);
    }

    static int checked(String[] args) { // expect: endless
        if (args.length == 0) {
            fail("usage: checked NAME");
        }
        return args[0] == null ? 1 : 2; // expect: true reached, false reached; throws java.lang.ArrayIndexOutOfBoundsException unreachable
    }
}
