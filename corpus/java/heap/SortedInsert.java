// Pins: insertion into a sorted linked list that comes from outside and need not be sorted.
package corpus.heap;

public class SortedInsert {
    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    Node head;

    public void insert(int value) {
        if (head == null || head.value >= value) {
            head = new Node(value, head); // expect: reached
            return;
        }
        Node at = head;
        while (at.next != null && at.next.value < value) { // expect: throws java.lang.NullPointerException unreachable
            at = at.next; // expect: reached
        }
        at.next = new Node(value, at.next); // expect: reached
    }

    public static int fromEmpty(int a, int b) {
        SortedInsert list = new SortedInsert();
        list.insert(a);
        list.insert(b);
        if (list.head.value > list.head.next.value) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        if (list.head.next.next != null) {
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public int keepsOrder(int value) {
        if (head == null) {
            return 0;
        }
        insert(value);
        if (head.value > value) {
            return 1; // expect: unreachable
        }
        return 2; // expect: reached
    }
}
