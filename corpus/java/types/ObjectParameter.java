// Pins: a parameter of type Object may be an object of any class, an array, or null.
package corpus.types;

public class ObjectParameter {
    static class Item {
        int value;
    }

    public static int use(Object o) {
        if (o == null) {
            return 0; // expect: reached
        }
        if (o instanceof Item) {
            Item item = (Item) o;
            if (item.value == 42) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            return 2; // expect: reached
        }
        if (o instanceof int[]) {
            int[] a = (int[]) o;
            return a.length == 1 ? 3 : 4; // expect: reached
        }
        return 5; // expect: reached
    }
}
