// Pins: elements are copied many at once, however many they are, also within one array, between arrays that may be one, and by `clone`.
package corpus.library;

public class CopiedRanges {
    static int moved(int[] from, int[] to, int count, int i) {
        System.arraycopy(from, 0, to, 0, count);
        if (i >= 0 && i < count && to[i] != from[i]) {
            return 1; // expect: unreachable
        }
        if (i >= count && i < to.length && i >= 0 && to[i] == 7) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int shifted(Object[] elements, int at) {
        Object first = elements[at];
        System.arraycopy(elements, at, elements, at + 1, elements.length - at - 1);
        if (at + 1 < elements.length && elements[at + 1] != first) {
            return 1; // expect: unreachable
        }
        if (at + 2 < elements.length && elements[at + 2] == first && first != null) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int joined(String[] one, String[] other) {
        String[] both = new String[one.length + other.length];
        System.arraycopy(one, 0, both, 0, one.length);
        System.arraycopy(other, 0, both, one.length, other.length);
        if (both.length > 0 && both[both.length - 1] == null) {
            return 1; // expect: reached
        }
        if (other.length > 0 && both[one.length] != other[0]) {
            return 2; // expect: unreachable
        }
        if (one.length <= 1) {
            return 3;
        }
        return both[1] != one[1] ? 4 : 5; // expect: true unreachable, false reached
    }

    static int cloned(Object[] elements, int at, Object value) {
        Object[] copy = elements.clone();
        elements[at] = value;
        if (copy[at] == value) {
            return 1; // expect: reached
        }
        elements[at] = copy[at];
        return elements[at] == value ? 2 : 3; // expect: true unreachable, false reached
    }

    static int overwritten(long[] from, long[] to, int start, int count) {
        from[0] = 5;
        System.arraycopy(from, 0, to, start, count);
        from[0] = 6;
        if (count > 0 && to[start] == 5) {
            return 1; // expect: reached
        }
        if (count > 0 && to[start] == 6) {
            return from == to ? 2 : 3; // expect: true reached, false unreachable
        }
        return count > 0 ? 4 : 5; // expect: true unreachable, false reached
    }

    static int fromFew(int[] to, int count) {
        int[] from = {1, 2, 3, 4, 5, 6, 7};
        System.arraycopy(from, 0, to, 0, count);
        if (to.length > 8 && to[8] == 9) {
            return 1; // expect: reached
        }
        return count > 6 && to[6] != 7 ? 2 : 3;
    }

    static int few(int count) {
        int[] from = {1, 2, 3, 4, 5, 6, 7};
        int[] to = new int[9];
        System.arraycopy(from, 0, to, 0, count);
        if (to[8] != 0) {
            return 1; // expect: unreachable(strict)
        }
        if (to[6] == 7) {
            return 2; // expect: reached
        }
        return to[6] == 0 ? 3 : 4; // expect: true reached, false unreachable(strict)
    }

    static int refused(Object[] to, Object value) {
        Object[] from = {value};
        try {
            System.arraycopy(from, 0, to, 0, 1);
        } catch (ArrayStoreException e) {
            return 1; // expect: possible
        }
        return 2; // expect: reached
    }
}
