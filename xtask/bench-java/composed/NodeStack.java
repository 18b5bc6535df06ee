package composed;

/** A stack of objects on linked nodes. */
public class NodeStack {
    static class Node {
        Object element;
        Node below;

        Node(Object element, Node below) {
            this.element = element;
            this.below = below;
        }
    }

    Node top;
    int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return top == null;
    }

    void push(Object element) {
        top = new Node(element, top);
        size++;
    }

    Object top() {
        if (isEmpty()) {
            throw new IllegalStateException();
        }
        return top.element;
    }

    Object pop() {
        Object element = top();
        top = top.below;
        size--;
        return element;
    }
}
