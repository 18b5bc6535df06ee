// Pins: whatever lets other threads in, a plain field that was read before may hold something else after it.
package corpus.threads;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class Actions {
    private static final VarHandle TURN;
    private static final AtomicIntegerFieldUpdater<Actions> UPDATER =
            AtomicIntegerFieldUpdater.newUpdater(Actions.class, "turn");

    static {
        try {
            TURN = MethodHandles.lookup().findVarHandle(Actions.class, "turn", int.class);
        } catch (ReflectiveOperationException error) {
            throw new ExceptionInInitializerError(error);
        }
    }

    private int plain;
    private volatile int turn;
    private final int[] slots = new int[2];

    int across() {
        int before = plain;
        return before == plain ? 1 : 2; // expect: true reached, false unreachable(strict)
    }

    int volatileRead() {
        int before = plain;
        int seen = turn;
        return before == plain ? seen : 2; // expect: true reached, false possible
    }

    int volatileWrite() {
        int before = plain;
        turn = 1;
        return before == plain ? 1 : 2; // expect: true reached, false possible
    }

    int written() {
        plain = 5;
        turn = 1;
        return plain == 5 ? 1 : 2; // expect: true reached, false possible
    }

    int exit() {
        int before;
        synchronized (this) {
            before = plain;
        }
        return before == plain ? 1 : 2; // expect: true reached, false possible
    }

    int otherMonitor(Object lock) {
        int before = plain;
        synchronized (lock) {
            return before == plain ? 1 : 2; // expect: true reached, false possible
        }
    }

    int nested() {
        synchronized (this) {
            int before = plain;
            synchronized (this) {
                before += 0;
            }
            return before == plain ? 1 : 2; // expect: true reached, false unreachable(strict)
        }
    }

    private synchronized void pass() {
    }

    private static synchronized void passAll() {
    }

    int synchronizedCall() {
        int before = plain;
        pass();
        return before == plain ? 1 : 2; // expect: true reached, false possible
    }

    int synchronizedStaticCall() {
        int before = plain;
        passAll();
        return before == plain ? 1 : 2; // expect: true reached, false possible
    }

    synchronized int heldCall() {
        int before = plain;
        pass();
        return before == plain ? 1 : 2; // expect: true reached, false unreachable(strict)
    }

    int spins() {
        int before = plain;
        Thread.onSpinWait();
        return before == plain ? 1 : 2; // expect: true reached, false possible
    }

    int yields() {
        int before = plain;
        Thread.yield();
        return before == plain ? 1 : 2; // expect: false possible
    }

    int fence() {
        int before = plain;
        VarHandle.fullFence();
        return before == plain ? 1 : 2; // expect: true reached, false possible
    }

    int handle() {
        int before = plain;
        TURN.setRelease(this, 1);
        return before == plain ? 1 : 2; // expect: true reached, false possible
    }

    int updater() {
        int before = plain;
        UPDATER.set(this, 3);
        return before == plain ? 1 : 2; // expect: true reached, false possible
    }

    int element() {
        int before = slots[0];
        turn = 1;
        return before == slots[0] ? 1 : 2; // expect: true reached, false possible
    }

    int copied() {
        int before = slots[0];
        turn = 1;
        return before == slots.clone()[0] ? 1 : 2; // expect: true reached, false possible
    }

    int ownBlock() {
        synchronized (this) {
            plain = 1;
            return plain == 1 ? 1 : 2; // expect: true reached, false unreachable(strict)
        }
    }
}
