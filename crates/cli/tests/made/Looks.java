package demo;

import java.util.concurrent.atomic.AtomicInteger;

/** A method that does more than look, which only the object of another class tells. */
public class Looks {
    private final AtomicInteger looks = new AtomicInteger();
    private int added;

    public void add(String name) {
        added++;
    }

    public boolean isOpen(String name) {
        looks.incrementAndGet();
        return added >= 0;
    }

    public int count(String name) {
        return looks.get() + added;
    }
}
