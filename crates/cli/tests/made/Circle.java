package demo;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** A circle of at most three numbers, whose iterator is of a private class. */
public class Circle implements Iterable<Integer> {
    private final int[] held = new int[3];
    private int first;
    private int size;

    public void add(int number) {
        if (size == held.length) {
            throw new IllegalStateException("full");
        }
        held[(first + size++) % held.length] = number;
    }

    public int take() {
        if (size == 0) {
            throw new NoSuchElementException("empty");
        }
        int taken = held[first];
        first = (first + 1) % held.length;
        size--;
        return taken;
    }

    @Override
    public Iterator<Integer> iterator() {
        return new Walk();
    }

    /** The even numbers of the circle. */
    public Iterator<Integer> evens() {
        Iterator<Integer> all = iterator();
        return new Iterator<Integer>() {
            private Integer next = advance();

            private Integer advance() {
                while (all.hasNext()) {
                    Integer number = all.next();
                    if (number % 2 == 0) {
                        return number;
                    }
                }
                return null;
            }

            @Override
            public boolean hasNext() {
                return next != null;
            }

            @Override
            public Integer next() {
                if (next == null) {
                    throw new NoSuchElementException();
                }
                Integer given = next;
                next = advance();
                return given;
            }
        };
    }

    private class Walk implements Iterator<Integer> {
        private int passed;

        @Override
        public boolean hasNext() {
            return passed < size;
        }

        @Override
        public Integer next() {
            if (passed >= size) {
                throw new NoSuchElementException();
            }
            return held[(first + passed++) % held.length];
        }
    }
}
