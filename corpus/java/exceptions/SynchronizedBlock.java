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
}
