package caching;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A value that is loaded again once it is too old. */
public class ExpiringValue<T> {
    private final Supplier<T> loader;
    private final LongSupplier clock;
    private final long maxAge;
    private T value;
    private long loadedAt;

    public ExpiringValue(Supplier<T> loader, LongSupplier clock, long maxAge) {
        if (maxAge <= 0) {
            throw new IllegalArgumentException("maxAge: " + maxAge);
        }
        this.loader = loader;
        this.clock = clock;
        this.maxAge = maxAge;
    }

    public T get() {
        long now = clock.getAsLong();
        if (value == null || now - loadedAt >= maxAge) {
            value = loader.get();
            loadedAt = now;
        }
        return value;
    }

    public void clear() {
        value = null;
    }
}
