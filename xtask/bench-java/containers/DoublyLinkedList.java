package containers;

/** A list whose nodes know both neighbours, between two nodes that hold nothing. */
public class DoublyLinkedList {
    static class Node {
        Object element;
        Node previous;
        Node next;

        Node(Object element, Node previous, Node next) {
            this.element = element;
            this.previous = previous;
            this.next = next;
        }
    }

    Node header;
    Node trailer;
    int size;

    public DoublyLinkedList() {
        header = new Node(null, null, null);
        trailer = new Node(null, header, null);
        header.next = trailer;
    }

    /** Puts {@code element} at {@code index}; what is there and after it moves up by one. */
    public void add(int index, Object element) {
        if (index < 0 || index > size) {
            throw new IndexOutOfBoundsException();
        }
        insertBefore(index == size ? trailer : nodeAt(index), element);
    }

    /** The node at {@code index}, sought from the nearer end. */
    private Node nodeAt(int index) {
        Node node;
        if (index <= size / 2) {
            node = header.next;
            for (int i = 0; i < index; i++) {
                node = node.next;
            }
        } else {
            node = trailer.previous;
            for (int i = size - 1; i > index; i--) {
                node = node.previous;
            }
        }
        return node;
    }

    private void insertBefore(Node place, Object element) {
        Node before = place.previous;
        Node node = new Node(element, before, place);
        before.next = node;
        place.previous = node;
        size++;
    }

    /** Whether the links of both directions agree, and {@code size} is the number of elements. */
    public boolean repOk() {
        if (header == null || trailer == null || header == trailer || header.previous != null) {
            return false;
        }
        int count = 0;
        Node node = header;
        while (node != trailer) {
            if (node.next == null || node.next.previous != node) {
                return false;
            }
            node = node.next;
            count++;
        }
        return trailer.next == null && count == size + 1;
    }
}
