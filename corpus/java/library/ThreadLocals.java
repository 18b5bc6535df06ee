// Pins: a thread-local variable has its initial value first, and keeps what is set.
package corpus.library;

public class ThreadLocals {
    private static final ThreadLocal<int[]> HELD = ThreadLocal.withInitial(() -> new int[] {7});

    public static int initial() {
        if (HELD.get()[0] == 7) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int set(int value) {
        ThreadLocal<Integer> own = new ThreadLocal<>();
        own.set(value);
        int kept = own.get();
        own.remove();
        if (kept != value) {
            return 0; // expect: unreachable
        }
        return own.get() == null ? 1 : 2; // expect: reached
    }
}
