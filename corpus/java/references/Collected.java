// Pins: where the code asks for a collection, or allocates much, no test predicts what a reference holds.
package corpus.references;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.WeakHashMap;

public class Collected {
    static int weak() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        System.gc();
        return reference.get() == null ? 1 : 2; // expect: true possible(strict), false possible(strict)
    }

    static int soft() {
        SoftReference<Object> reference = new SoftReference<>(new Object());
        Runtime.getRuntime().gc();
        return reference.get() == null ? 1 : 2; // expect: true possible(strict), false possible(strict)
    }

    static int refersTo() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        System.gc();
        return reference.refersTo(null) ? 1 : 2; // expect: true possible(strict), false possible(strict)
    }

    static int much() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        int sum = 0;
        for (int round = 0; round < 100; round++) {
            sum += new byte[1 << 20].length;
        }
        return reference.get() == null ? sum : 2; // expect: true possible(strict), false possible(strict)
    }

    static int queue() {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        WeakReference<Object> reference = new WeakReference<>(new Object(), queue);
        System.gc();
        return queue.poll() == reference ? 1 : 2; // expect: true possible
    }

    static int map() {
        WeakHashMap<Object, String> map = new WeakHashMap<>();
        map.put(new StringBuilder("key"), "value");
        System.gc();
        return map.isEmpty() ? 1 : 2; // expect: true possible
    }

    static int given(WeakReference<Object> reference) {
        if (reference.get() == null) {
            return 0;
        }
        System.gc();
        return reference.get() == null ? 1 : 2; // expect: true possible(strict), false possible(strict)
    }
}
