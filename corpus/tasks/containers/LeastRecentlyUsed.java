// A cache of two forgets the eldest.
// task: unsafe
// inputs: 2, 3
package tasks.containers;

import java.util.LinkedHashMap;
import java.util.Map;
import tasks.Input;

public class LeastRecentlyUsed {
    public static void main(String[] args) {
        Map<Integer, Integer> cache = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
                return size() > 2;
            }
        };
        cache.put(1, 1);
        cache.put(Input.nextInt(), 2);
        cache.put(Input.nextInt(), 3);
        assert cache.containsKey(1);
    }
}
