package containers;

/** A priority queue over a doubly linked list that is kept in order. */
public class SortedListQueue {
    static class Node {
        Entry entry;
        Node previous;
        Node next;
    }

    KeyOrder order = new KeyOrder();
    Node first;
    Node last;
    int size;

    /** Adds a value; among equal keys the newest is last. */
    public Entry insert(int key, Object value) {
        Entry entry = new Entry(key, value);
        Node node = new Node();
        node.entry = entry;
        if (size == 0) {
            first = node;
            last = node;
        } else if (order.compare(entry.key, last.entry.key) >= 0) {
            node.previous = last;
            last.next = node;
            last = node;
        } else {
            insertBefore(firstAfter(key), node);
        }
        size++;
        return entry;
    }

    /** The first node with a key after {@code key}. */
    private Node firstAfter(int key) {
        Node node = first;
        while (order.compare(key, node.entry.key) >= 0) {
            node = node.next;
        }
        return node;
    }

    private void insertBefore(Node place, Node node) {
        node.previous = place.previous;
        node.next = place;
        if (place.previous == null) {
            first = node;
        } else {
            place.previous.next = node;
        }
        place.previous = node;
    }

    /** Takes out the entry with the least key. */
    public Entry remove() {
        if (size == 0) {
            throw new IllegalStateException();
        }
        Node node = first;
        first = node.next;
        if (first == null) {
            last = null;
        } else {
            first.previous = null;
        }
        size--;
        return node.entry;
    }
}
