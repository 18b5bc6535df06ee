// Pins: what only another thread can bring about is not called unreachable without saying that there is none.
package corpus.traps;

import java.util.concurrent.atomic.AtomicInteger;

public class OtherThreads {
    private volatile int state;
    private int plain;
    private final AtomicInteger turns = new AtomicInteger();

    int twice() {
        if (state != 0) {
            return 0;
        }
        return state == 0 ? 1 : 2; // expect: true reached, false possible
    }

    int inTurn() {
        if (plain != 0) {
            return 0;
        }
        synchronized (this) {
            return plain == 0 ? 1 : 2; // expect: true reached, false possible
        }
    }

    int compared() {
        int before = turns.get();
        return turns.compareAndSet(before, 5) ? 1 : 2; // expect: true reached, false possible
    }

    synchronized int held() {
        int before = plain;
        synchronized (this) {
            return plain == before ? 1 : 2; // expect: true reached, false unreachable(strict)
        }
    }
}
