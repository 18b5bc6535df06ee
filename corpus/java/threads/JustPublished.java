// A volatile read lets others in, who may change at once what the method has just given to them.
package corpus.threads;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

public class JustPublished {
    Object shown;
    JustPublished next;
    volatile int ordered;
    int plain;

    int latch() {
        CountDownLatch latch = new CountDownLatch(1);
        shown = latch;
        if (latch.getCount() == 0) {
            return 1; // expect: unreachable(if single_thread)
        }
        return 2; // expect: reached
    }

    int reference() {
        AtomicReference<String> reference = new AtomicReference<>("a");
        shown = reference;
        if (reference.get() == null) {
            return 1; // expect: unreachable(if single_thread)
        }
        return 2; // expect: reached
    }

    int field() {
        JustPublished made = new JustPublished();
        next = made;
        if (made.ordered != 0) {
            return 1; // expect: unreachable(if single_thread)
        }
        return 2; // expect: reached
    }

    int overFreshObject() {
        int before = plain;
        JustPublished made = new JustPublished();
        made.ordered = 3;
        if (plain != before) {
            return 1; // expect: unreachable(if single_thread)
        }
        return 2; // expect: reached
    }

    int overFreshLock() {
        int before = plain;
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            if (plain != before) {
                return 1; // expect: unreachable(if single_thread)
            }
        } finally {
            lock.unlock();
        }
        return 2; // expect: reached
    }

    int overPrinting() {
        int before = plain;
        System.out.println("printed");
        if (plain != before) {
            return 1; // expect: unreachable(if single_thread)
        }
        return 2; // expect: reached
    }

    static class Late {
        static final int[] VALUES = new int[2];
    }

    int overInitialization() {
        int before = plain;
        int length = Late.VALUES.length;
        if (plain != before) {
            return 1; // expect: unreachable(if single_thread)
        }
        return length; // expect: reached
    }

    static int ofItsOwn(int n) {
        StringBuffer text = new StringBuffer();
        text.append("a");
        if (text.length() != 1) {
            return 1; // expect: unreachable
        }
        return n; // expect: reached
    }
}
