// Pins: virtual, interface and private calls on null throw NullPointerException; static ones do not.
package corpus.exceptions;

public class NullInvoke {
    interface Task {
        int run();
    }

    static class Simple implements Task {
        @Override
        public int run() {
            return 1;
        }
    }

    private int hidden() {
        return 1;
    }

    int open() {
        return 2;
    }

    static int free() {
        return 3;
    }

    public static int virtual(NullInvoke o) {
        return o.open(); // expect: throws java.lang.NullPointerException reached
    }

    public static int special(NullInvoke o) {
        return o.hidden(); // expect: throws java.lang.NullPointerException reached
    }

    public static int viaInterface(Task t) {
        return t.run(); // expect: throws java.lang.NullPointerException reached
    }

    @SuppressWarnings("static")
    public static int viaNull(NullInvoke o) {
        if (o == null) {
            return o.free(); // expect: reached; throws java.lang.NullPointerException unreachable(strict)
        }
        return 0;
    }

    public static int argumentsFirst(NullInvoke o, int x) {
        if (o == null) {
            try {
                return add(o.open(), 1 / x);
            } catch (NullPointerException e) {
                return 1; // expect: reached
            } catch (ArithmeticException e) {
                return 2; // expect: unreachable(strict)
            }
        }
        return 0;
    }

    static int add(int a, int b) {
        return a + b;
    }
}
