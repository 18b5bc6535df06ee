// Updaters of volatile fields, as libraries have them that run on old virtual machines too.
package corpus.library;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class FieldUpdaters {
    private static final AtomicIntegerFieldUpdater<FieldUpdaters> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdaters.class, "count");
    private static final AtomicLongFieldUpdater<FieldUpdaters> SUM =
            AtomicLongFieldUpdater.newUpdater(FieldUpdaters.class, "sum");
    private static final AtomicReferenceFieldUpdater<FieldUpdaters, String> NAME =
            AtomicReferenceFieldUpdater.newUpdater(FieldUpdaters.class, String.class, "name");

    volatile int count;
    volatile long sum;
    volatile String name;

    int counted() {
        int after = COUNT.incrementAndGet(this);
        return after == 5 && count == 5 ? 1 : 2; // expect: true reached, false reached
    }

    long added(long by) {
        long before = SUM.getAndAdd(this, by);
        return before + by == sum ? 1 : 2; // expect: true reached, false unreachable
    }

    int renamed(String to) {
        if (NAME.compareAndSet(this, null, to)) { // expect: true reached, false reached
            return name == to ? 1 : 2; // expect: true reached, false unreachable
        }
        return name == null ? 3 : 4; // expect: true unreachable, false reached
    }

    int shared() {
        if (name == null || name.length() != 1) {
            return 0;
        }
        if (NAME.compareAndSet(this, "x", "y")) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return name.equals("y") ? 2 : 3; // expect: true reached, false reached
    }

    static int ofNone(FieldUpdaters other) {
        if (other == null) {
            COUNT.get(other);
            return 1; // expect: undecided(handle)
        }
        return COUNT.get(other) == 9 ? 2 : 3; // expect: true reached, false reached
    }
}
