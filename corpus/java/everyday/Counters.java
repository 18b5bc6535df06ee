// open
// clew: --budget 1s
// Pins: counters and registries that several threads may use.
package corpus.everyday;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

public final class Counters {
    private static final AtomicLong NEXT = new AtomicLong(1000);
    private static final Map<String, AtomicInteger> HITS = new ConcurrentHashMap<>();

    private final ReentrantLock lock = new ReentrantLock();
    private int open;

    Counters() {
    }

    static int ids(int wanted) {
        long first = NEXT.getAndIncrement();
        if (wanted < 0) {
            return -1; // expect: reached
        }
        if (wanted > 5 && wanted < 5) {
            return (int) first; // expect: unreachable
        }
        return wanted; // expect: reached
    }

    static int local(int x) {
        AtomicInteger counter = new AtomicInteger(x);
        int before = counter.getAndAdd(3);
        if (before != x || counter.get() != x + 3) {
            return -1; // expect: unreachable
        }
        if (counter.updateAndGet(n -> n * 2) == 10) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int hit(String page) {
        if (page.isEmpty()) {
            throw new IllegalArgumentException("no page"); // expect: reached
        }
        AtomicInteger hits = HITS.computeIfAbsent(page, p -> new AtomicInteger());
        if (hits == null) {
            return -1; // expect: unreachable
        }
        hits.incrementAndGet();
        return page.length() > 3 ? 1 : 0; // expect: true reached, false reached
    }

    synchronized int opened(int limit) {
        if (open >= limit) {
            return -1; // expect: reached
        }
        open++;
        if (open > limit) {
            return -2; // expect: unreachable
        }
        return open; // expect: reached
    }

    static int locked(int x) {
        Counters counters = new Counters();
        counters.lock.lock();
        try {
            counters.open = x;
            if (x < 0) {
                throw new IllegalArgumentException("negative"); // expect: reached
            }
        } finally {
            counters.lock.unlock();
        }
        if (counters.lock.isLocked()) {
            return -1; // expect: unreachable
        }
        return counters.open == 7 ? 1 : 0; // expect: true reached, false reached
    }

    static int summed(String a, String b) {
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        counts.merge(a, 1, Integer::sum);
        counts.merge(b, 1, Integer::sum);
        int count = counts.get(a);
        if (count < 1 || count > 2) {
            return -1; // expect: unreachable
        }
        if (count == 2) {
            return a.equals(b) ? 2 : -2; // expect: true reached, false unreachable
        }
        return counts.size(); // expect: reached
    }
}
