// Pins: locks of java.util.concurrent let other threads in as monitors do, wherever they are kept.
package corpus.threads;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Locks {
    private static final ReentrantLock STATIC = new ReentrantLock();
    private static final ReentrantReadWriteLock BOTH = new ReentrantReadWriteLock();
    private static int count;
    private final Lock lock = new ReentrantLock();
    private int plain;

    int staticLock() {
        STATIC.lock();
        int before = plain;
        STATIC.unlock();
        return before == plain ? 1 : 2; // expect: true reached, false possible
    }

    int instanceLock() {
        int before = plain;
        lock.lock();
        try {
            return before == plain ? 1 : 2; // expect: false possible
        } finally {
            lock.unlock();
        }
    }

    int tried() {
        int before = plain;
        if (!STATIC.tryLock()) {
            return 0;
        }
        STATIC.unlock();
        return before == plain ? 1 : 2; // expect: true reached, false possible
    }

    int reading() {
        BOTH.readLock().lock();
        int before = plain;
        BOTH.readLock().unlock();
        return before == plain ? 1 : 2; // expect: false possible
    }

    static int statics() {
        count = 3;
        STATIC.lock();
        STATIC.unlock();
        return count == 3 ? 1 : 2; // expect: true reached, false possible
    }
}
