// References of any class that may be the same, of which one turns out to be an object of the JDK's that calls make. What is only
// possible here the heap solver reaches; lazy initialization leaves it out as one of the classes that it does not follow.
package corpus.heap;

import java.util.ArrayList;
import java.util.List;

public final class AnyClassThenList {
    private AnyClassThenList() {
    }

    static final class Box {
        Object content;
        Box next;
    }

    static int ofEither(Box a, Box b) {
        if (a == null || b == null) {
            return -1;
        }
        Object first = a.content;
        Object second = b.content;
        if (second instanceof List) {
            int size = ((List<?>) second).size();
            if (size == 2) { // expect: true reached, false reached
                if (first == second) { // expect: true reached, false reached
                    return a == b ? 1 : 2; // expect: true reached, false possible
                }
                return 3;
            }
        }
        return 0;
    }

    static int bothLists(Box a, Box b) {
        if (a == null || b == null || !(a.content instanceof List) || !(b.content instanceof List)) {
            return -1;
        }
        List<?> first = (List<?>) a.content;
        List<?> second = (List<?>) b.content;
        if (first.size() != second.size()) { // expect: true reached, false reached
            if (first == second) {
                return 1; // expect: impossible
            }
            return a == b ? 2 : 3; // expect: true impossible, false reached
        }
        return a == b ? 4 : 5; // expect: true reached, false reached
    }

    static int changed(Box a, Box b) {
        if (a == null || b == null || !(b.content instanceof ArrayList)) {
            return -1;
        }
        Object first = a.content;
        ArrayList<Object> second = (ArrayList<Object>) b.content;
        second.add("clew");
        if (first instanceof ArrayList && ((ArrayList<?>) first).isEmpty()) { // expect: reached
            return first == second ? 1 : 2; // expect: true impossible, false reached
        }
        if (first == second) { // expect: true reached, false reached
            return second.size() == 1 ? 3 : 4; // expect: true reached, false reached
        }
        return 0;
    }

    enum Color {
        RED, GREEN
    }

    static int constants(Box a, Box b) {
        if (a == null || b == null) {
            return -1;
        }
        Object first = a.content;
        Object second = b.content;
        if (second instanceof Color && ((Color) second).ordinal() == 1) { // expect: reached
            if (first == second) { // expect: true reached, false reached
                return a == b ? 1 : 2; // expect: true reached, false possible
            }
            if (first instanceof Color) { // expect: true possible, false reached
                return ((Color) first).ordinal() == 1 ? 3 : 4; // expect: true impossible, false possible
            }
        }
        return 0;
    }
}
