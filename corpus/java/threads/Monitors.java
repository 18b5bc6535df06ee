// Methods of monitors: only a thread that owns a monitor may call them. The caller of a method may own that of an input.
package corpus.threads;

public class Monitors {
    private final Object lock = new Object();
    boolean ready;

    static int waits(Object lock) {
        synchronized (lock) {
            try {
                lock.wait(1);
            } catch (InterruptedException interrupted) {
                return 1; // expect: reached
            }
            return 2; // expect: reached
        }
    }

    static int notifies(Object lock, Object other) {
        synchronized (lock) {
            lock.notify();
            if (other == lock) {
                other.notifyAll();
                return 1; // expect: reached
            }
            return 2; // expect: reached
        }
    }

    static int ofAnother(Object lock) {
        Object own = new Object();
        synchronized (lock) {
            try {
                own.notify();
            } catch (IllegalMonitorStateException notOwned) {
                return 1; // expect: reached
            }
            return 2; // expect: unreachable(unconditional)
        }
    }

    // The caller may have entered the monitor: then the call returns.
    static int ofCaller(Object lock) {
        try {
            lock.notifyAll();
        } catch (IllegalMonitorStateException notOwned) {
            return 1; // expect: reached
        }
        return 2; // expect: possible(strict)
    }

    synchronized int ofItself() {
        notifyAll();
        return 1; // expect: reached
    }

    int afterwards() {
        synchronized (lock) {
            ready = true;
            lock.notifyAll();
        }
        try {
            new Object().wait(5);
        } catch (IllegalMonitorStateException notOwned) {
            return 1; // expect: reached
        } catch (InterruptedException interrupted) {
            return 2; // expect: unreachable(unconditional)
        }
        return 3; // expect: unreachable(unconditional)
    }

    // Another thread has to notify this one, unless it is interrupted.
    int untilNotified() {
        synchronized (lock) {
            while (!ready) {
                try {
                    lock.wait();
                } catch (InterruptedException interrupted) {
                    return 1; // expect: reached
                }
            }
            return 2; // expect: reached
        }
    }
}
