package composed;

/** A queue of objects on linked nodes. */
public class NodeQueue {
    static class Node {
        Object element;
        Node next;

        Node(Object element) {
            this.element = element;
        }
    }

    Node head;
    Node tail;
    int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void enqueue(Object element) {
        Node node = new Node(element);
        if (isEmpty()) {
            head = node;
        } else {
            tail.next = node;
        }
        tail = node;
        size++;
    }

    Object front() {
        if (isEmpty()) {
            throw new IllegalStateException();
        }
        return head.element;
    }

    Object dequeue() {
        Object element = front();
        head = head.next;
        size--;
        if (isEmpty()) {
            tail = null;
        }
        return element;
    }
}
