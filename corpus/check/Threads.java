// What another thread may change in between is looked at twice with reason.
package corpus.check;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

public class Threads {
    private volatile boolean closed;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicInteger count = new AtomicInteger();
    private Object made;
    private int limit;

    int close() {
        if (closed) {
            return 0;
        }
        synchronized (this) {
            if (closed) {
                return 1;
            }
            closed = true;
            return 2;
        }
    }

    Object make() {
        if (made == null) {
            synchronized (this) {
                if (made == null) {
                    made = new Object();
                }
            }
        }
        return made;
    }

    private synchronized int reset() {
        if (limit == 0) {
            return 1;
        }
        limit = 0;
        return 2;
    }

    int resetOnce() {
        return limit == 0 ? 0 : reset();
    }

    int begin() {
        if (begun.get()) {
            return 0;
        }
        return begun.compareAndSet(false, true) ? 1 : 2;
    }

    int next() {
        int now;
        do {
            now = count.get();
        } while (!count.compareAndSet(now, now + 1));
        return now;
    }

    synchronized int own() {
        int before = limit;
        if (before != limit) { // finding: always_false
            return 1;
        }
        return 2;
    }
}
