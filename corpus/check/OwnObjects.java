// What a method makes and keeps to itself no other thread changes, whatever it is made of; what others may know they change.
package corpus.check;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class OwnObjects {
    private volatile Object turn;
    private int plain;

    static int map() {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        map.put("key", "value");
        if (map.get("key") == null) { // finding: always_false
            return 1;
        }
        return 2;
    }

    static int number() {
        AtomicInteger number = new AtomicInteger();
        number.set(1);
        if (number.get() == 1) { // finding: always_true
            return 1;
        }
        return 2;
    }

    static int compared() {
        AtomicReference<String> reference = new AtomicReference<>();
        if (!reference.compareAndSet(null, "a")) { // finding: always_false
            return 1;
        }
        return 2;
    }

    int betweenTurns(int[] numbers) {
        int[] own = {1, 2};
        turn = numbers;
        if (own.length + own[0] != 3) { // finding: always_false
            return 1;
        }
        return 2;
    }

    // Whoever knows the monitor, another thread may run there.
    int monitorOfOwn() {
        Object own = new Object();
        int before = plain;
        synchronized (own) {
            if (before != plain) {
                return 1;
            }
        }
        return 2;
    }

    int given() {
        int[] own = {1, 2};
        turn = own;
        if (own[0] != 1) {
            return 1;
        }
        return 2;
    }

    int acrossTurns() {
        int before = plain;
        turn = null;
        if (before != plain) {
            return 1;
        }
        return 2;
    }
}
