// Pins: generics are erased, so a container from outside may hold an element of the wrong class.
// clew: --no-assume generic_types
package corpus.types;

public class ErasedGenerics {
    static class Box<T> {
        T item;

        T get() {
            return item;
        }
    }

    static class Leaf {
        int weight;
    }

    public static int weigh(Box<Leaf> box) { // expect: raises java.lang.ClassCastException
        if (box == null || box.get() == null) {
            return 0; // expect: reached
        }
        Leaf leaf = box.get(); // expect: reached; throws java.lang.ClassCastException reached
        if (leaf.weight > 5) { // expect: true reached, false reached; throws java.lang.NullPointerException unreachable
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int own(Leaf leaf) {
        Box<Leaf> box = new Box<Leaf>();
        box.item = leaf;
        Leaf back = box.get(); // expect: reached; throws java.lang.ClassCastException unreachable
        if (back != leaf) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
