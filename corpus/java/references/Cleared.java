// Pins: the collector may clear a reference at any time, unless the code itself has an end in its hands.
package corpus.references;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.WeakHashMap;

public class Cleared {
    static int weak() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        byte[] more = new byte[100];
        return reference.get() == null ? more.length : 2; // expect: true possible, false reached
    }

    static int soft() {
        SoftReference<Object> reference = new SoftReference<>(new Object());
        return reference.get() == null ? 1 : 2; // expect: true possible, false reached
    }

    static int twice() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        if (reference.get() == null) {
            return 0;
        }
        return reference.get() == null ? 1 : 2; // expect: true possible, false reached
    }

    static int refersToNull() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        return reference.refersTo(null) ? 1 : 2; // expect: true possible, false reached
    }

    static int refersToLiving(Object living) {
        WeakReference<Object> reference = new WeakReference<>(living);
        if (living == null) {
            return 0;
        }
        return reference.refersTo(living) ? 1 : 2; // expect: true reached, false unreachable(strict)
    }

    static int polled() {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        PhantomReference<Object> reference = new PhantomReference<>(new Object(), queue);
        return queue.poll() == reference ? 1 : 2; // expect: true possible, false reached
    }

    static int enqueued() {
        WeakReference<Object> reference = new WeakReference<>(new Object(), new ReferenceQueue<>());
        return reference.isEnqueued() ? 1 : 2; // expect: true possible, false reached
    }

    static int map() {
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        map.put(new StringBuilder("key"), "value");
        return map.isEmpty() ? 1 : 2; // expect: true possible
    }

    static int byHand() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        reference.clear();
        return reference.get() == null ? 1 : 2; // expect: true reached, false unreachable(strict)
    }

    static int phantom() {
        PhantomReference<Object> reference = new PhantomReference<>(new Object(), new ReferenceQueue<>());
        return reference.get() == null ? 1 : 2; // expect: true reached, false unreachable(strict)
    }

    static int given(WeakReference<Object> reference) {
        if (reference.get() == null) {
            return 0;
        }
        return reference.get() == null ? 1 : 2; // expect: true possible, false reached
    }
}
