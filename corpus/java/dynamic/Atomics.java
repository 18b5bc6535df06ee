// Pins: the JDK's classes reach their own fields through Unsafe, and that is followed.
package corpus.dynamic;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class Atomics {
    public static int counted(int x) {
        AtomicInteger count = new AtomicInteger(x);
        if (count.incrementAndGet() == 10) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int swapped(int x) {
        AtomicInteger count = new AtomicInteger(x);
        if (count.compareAndSet(3, 4)) { // expect: true reached, false reached
            return count.get(); // expect: reached
        }
        return 0; // expect: reached
    }

    public static boolean mapped() { // expect: returns true
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("one", 1);
        map.put("two", 2);
        return map.get("two") == 2 && map.size() == 2 && !map.containsKey("three");
    }

    public static int local(int x) {
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 5);
        if (x == 1) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
