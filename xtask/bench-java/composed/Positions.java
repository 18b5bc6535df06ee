package composed;

/** Nodes of a list that change places: the shape of the third case study of the thesis, section 3.3.9. */
public class Positions {
    static class Position {
        Position before;
        Position after;
        Object element;

        Object element() {
            if (before == null && after == null) {
                throw new IllegalStateException();
            }
            return element;
        }
    }

    Position header;
    Position trailer;

    private Position checked(Position position) {
        if (position == null) {
            throw new IllegalArgumentException();
        }
        if (position == header || position == trailer) {
            throw new IllegalArgumentException();
        }
        if (position.before == null || position.after == null) {
            throw new IllegalArgumentException();
        }
        return position;
    }

    void swap(Position a, Position b) {
        Position one = checked(a);
        Position other = checked(b);
        Object kept = one.element();
        one.element = other.element();
        other.element = kept;
    }
}
