package caching;

import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the values that were used last. */
public class LruCache<K, V> {
    private final int capacity;
    private final LinkedHashMap<K, V> entries = new LinkedHashMap<>();
    private final CacheStatistics statistics = new CacheStatistics();

    public LruCache(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity: " + capacity);
        }
        this.capacity = capacity;
    }

    /** The value of a key, which is now the youngest; null where there is none. */
    public V get(K key) {
        V value = entries.remove(key);
        if (value == null) {
            statistics.miss();
            return null;
        }
        statistics.hit();
        entries.put(key, value);
        return value;
    }

    /** Stores a value; returns the key that had to go, or null. */
    public K put(K key, V value) {
        entries.remove(key);
        K evicted = null;
        if (entries.size() == capacity) {
            Map.Entry<K, V> eldest = entries.entrySet().iterator().next();
            evicted = eldest.getKey();
            entries.remove(evicted);
        }
        entries.put(key, value);
        return evicted;
    }

    public int size() {
        return entries.size();
    }

    public CacheStatistics statistics() {
        return statistics;
    }
}
