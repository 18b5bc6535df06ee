// Pins: what the compiler adds to leave a synchronized block on an exception is in no line.
package corpus.exceptions;

public class SynchronizedBlock {
    private final Object lock = new Object();
    private boolean closed;

    public int enter() {
        int result;
        synchronized (lock) {
            if (closed) {
                throw new IllegalStateException(); // expect: reached
            }
            result = 1; // expect: reached
        } // expect: reached
        return result; // expect: reached
    }

    // The compiler lets the handler protect itself, which ends amid it.
    public void put(java.util.Map<String, String> map, String key) {
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException(); // expect: reached
            }
            map = null;
            map.put(key, key); // expect: throws java.lang.NullPointerException reached
        } // expect: unreachable
    }
}
