package caching;

/** How often a cache had what was asked for. */
public class CacheStatistics {
    private int hits;
    private int misses;

    void hit() {
        hits++;
    }

    void miss() {
        misses++;
    }

    public int requests() {
        return hits + misses;
    }

    /** The share of hits in percent; 100 before the first request. */
    public int hitPercent() {
        int requests = requests();
        return requests == 0 ? 100 : 100 * hits / requests;
    }
}
