// Pins: ifnull and ifnonnull on parameters, fields and fresh objects.
package corpus.compare;

public class NullCompare {
    static class Holder {
        Object item;
    }

    public static int parameter(Object o) {
        if (o == null) { // expect: true reached, false reached
            return 0; // expect: reached
        }
        if (o != null) { // expect: true reached, false unreachable(strict)
            return 1; // expect: reached
        }
        return 2; // expect: unreachable(strict)
    }

    public static int field(Holder h) {
        if (h == null) {
            return 0;
        }
        if (h.item == null) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int fresh() {
        Holder h = new Holder();
        if (h == null) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        if (h.item != null) { // expect: true unreachable(strict), false reached
            return 2; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }
}
