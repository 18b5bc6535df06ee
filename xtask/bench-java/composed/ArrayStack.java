package composed;

/** A stack of objects in an array. */
public class ArrayStack {
    Object[] elements;
    int last = -1;

    int size() {
        return last + 1;
    }

    boolean isEmpty() {
        return last < 0;
    }

    void push(Object element) {
        if (size() == elements.length) {
            throw new IllegalStateException();
        }
        elements[++last] = element;
    }

    Object top() {
        if (isEmpty()) {
            throw new IllegalStateException();
        }
        return elements[last];
    }

    Object pop() {
        if (isEmpty()) {
            throw new IllegalStateException();
        }
        Object element = elements[last];
        elements[last--] = null;
        return element;
    }
}
