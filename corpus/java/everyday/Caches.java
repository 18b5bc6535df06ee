// open
// clew: --budget 1s
// Pins: caches made of maps: one that forgets the eldest, one that computes what is absent.
package corpus.everyday;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

public final class Caches {
    private final HashMap<String, Integer> counts = new HashMap<>();

    static final class Recent<K, V> extends LinkedHashMap<K, V> {
        private static final long serialVersionUID = 1;
        private final int capacity;

        Recent(int capacity) {
            super(16, 0.75f, true);
            this.capacity = capacity;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > capacity;
        }
    }

    static int evicted(String a, String b) {
        Recent<String, Integer> cache = new Recent<>(2);
        cache.put("x", 1);
        cache.put(a, 2);
        cache.put(b, 3);
        if (cache.size() > 2) {
            return -1; // expect: unreachable
        }
        if (cache.containsKey("x")) {
            return 1; // expect: reached
        }
        if (!cache.containsKey(b)) {
            return -2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static int used(int key) {
        Recent<Integer, String> cache = new Recent<>(2);
        cache.put(1, "one");
        cache.put(2, "two");
        String found = cache.get(key);
        cache.put(3, "three");
        if (key == 1 && !cache.containsKey(1)) {
            return -1; // expect: unreachable
        }
        if (found == null) {
            return 0; // expect: reached
        }
        return cache.containsKey(2) ? 2 : 1; // expect: true reached, false reached
    }

    static int squares(int n) {
        Map<Integer, Integer> memo = new HashMap<>();
        int first = memo.computeIfAbsent(n, k -> k * k);
        int second = memo.computeIfAbsent(n, k -> -1);
        if (first != second) {
            return -1; // expect: unreachable
        }
        if (first == 49) {
            return 1; // expect: reached
        }
        return memo.size(); // expect: reached
    }

    static int missed(String key) {
        Map<String, String> cache = new HashMap<>();
        cache.put("a", "A");
        String value = cache.get(key);
        if (value == null) {
            value = key + "!";
            cache.put(key, value); // expect: reached
        }
        if (cache.get(key) == null) {
            return -1; // expect: unreachable
        }
        if (cache.size() == 2) {
            return 2; // expect: reached
        }
        return value.length(); // expect: reached
    }

    int count(String word) {
        Integer before = counts.get(word);
        if (before == null) {
            counts.put(word, 1);
            return 1; // expect: reached
        }
        if (before >= 3) {
            System.out.println("often: " + word);
            return 3; // expect: reached
        }
        counts.put(word, before + 1);
        return before; // expect: reached
    }
}
