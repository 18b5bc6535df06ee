// Pins: what is taken out of a generic object is cast where it is used.
package corpus.types;

public class GenericBox {
    static class Box<T extends Comparable<T>> {
        T held;

        boolean isAbove(T other) {
            return held.compareTo(other) > 0; // expect: reached; throws java.lang.NullPointerException reached
        }
    }

    public static int above(int n) {
        Box<Integer> box = new Box<>();
        box.held = n;
        if (box.isAbove(100)) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static <T> T first(T a, T b) {
        return a == null ? b : a; // expect: reached
    }

    public static int chosen(String a) {
        String text = first(a, "none");
        if (text == null) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return text.length(); // expect: reached
    }
}
