package containers;

/** A priority queue over a binary heap in an array, whose first place is not used. */
public class HeapQueue {
    KeyOrder order = new KeyOrder();
    Entry[] entries = new Entry[8];
    int size;

    /** Adds a value. */
    public Entry insert(int key, Object value) {
        if (size + 1 == entries.length) {
            Entry[] longer = new Entry[2 * entries.length];
            System.arraycopy(entries, 0, longer, 0, entries.length);
            entries = longer;
        }
        Entry entry = new Entry(key, value);
        size++;
        entries[size] = entry;
        rise(size);
        return entry;
    }

    /** Takes out an entry with the least key. */
    public Entry remove() {
        if (size == 0) {
            throw new IllegalStateException();
        }
        Entry least = entries[1];
        entries[1] = entries[size];
        entries[size] = null;
        size--;
        sink(1);
        return least;
    }

    private void rise(int from) {
        int place = from;
        while (place > 1 && order.compare(entries[place].key, entries[place / 2].key) < 0) {
            swap(place, place / 2);
            place /= 2;
        }
    }

    private void sink(int from) {
        int place = from;
        while (2 * place <= size) {
            int child = 2 * place;
            if (child < size && order.compare(entries[child + 1].key, entries[child].key) < 0) {
                child++;
            }
            if (order.compare(entries[place].key, entries[child].key) <= 0) {
                return;
            }
            swap(place, child);
            place = child;
        }
    }

    private void swap(int one, int other) {
        Entry entry = entries[one];
        entries[one] = entries[other];
        entries[other] = entry;
    }
}
