package demo;

/** A singly linked list of ints in ascending order. */
public class SortedList {
    /** One element and the rest of the list. */
    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    private Node head;
    private int size;

    /** Puts a value at its place; equal values are kept. */
    public void insert(int value) {
        size++;
        if (head == null || head.value >= value) {
            head = new Node(value, head);
            return;
        }
        Node at = head;
        while (at.next != null && at.next.value < value) {
            at = at.next;
        }
        at.next = new Node(value, at.next);
    }

    /** Whether the value is in the list. */
    public boolean contains(int value) {
        Node at = head;
        while (at != null) {
            if (at.value == value) {
                return true;
            }
            if (at.value > value) {
                return false;
            }
            at = at.next;
        }
        return false;
    }

    /** Takes the smallest value out. The bug: an empty list has none. */
    public int removeFirst() {
        int value = head.value;
        head = head.next;
        size--;
        return value;
    }

    public int size() {
        return size;
    }
}
