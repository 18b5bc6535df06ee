package containers;

/** A sequence whose elements are found by index or by position; positions stay valid while others come and go. */
public class Sequence {
    static class Position {
        Sequence owner;
        Object element;
        Position previous;
        Position next;

        Position(Sequence owner, Object element, Position previous, Position next) {
            this.owner = owner;
            this.element = element;
            this.previous = previous;
            this.next = next;
        }
    }

    Position first;
    Position last;
    int size;

    /** Takes out the element at {@code index} and gives it back. */
    public Object removeAt(int index) {
        Position position = check(positionAt(index));
        if (position.previous == null) {
            first = position.next;
        } else {
            position.previous.next = position.next;
        }
        if (position.next == null) {
            last = position.previous;
        } else {
            position.next.previous = position.previous;
        }
        position.owner = null;
        position.previous = null;
        position.next = null;
        size--;
        return position.element;
    }

    /** Puts {@code element} in the place of the one at {@code index}, which it gives back. */
    public Object replaceAt(int index, Object element) {
        Position position = check(positionAt(index));
        Object before = position.element;
        position.element = element;
        return before;
    }

    private Position positionAt(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException();
        }
        Position position;
        if (index <= size / 2) {
            position = first;
            for (int i = 0; i < index; i++) {
                position = position.next;
            }
        } else {
            position = last;
            for (int i = size - 1; i > index; i--) {
                position = position.previous;
            }
        }
        return position;
    }

    private Position check(Position position) {
        if (position.owner != this) {
            throw new IllegalArgumentException();
        }
        return position;
    }
}
