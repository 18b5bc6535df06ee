package containers;

/** A key with its value. */
public class Entry {
    final int key;
    Object value;

    Entry(int key, Object value) {
        this.key = key;
        this.value = value;
    }
}
