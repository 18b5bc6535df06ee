// Pins: inner classes reach the object around them; nested static ones have none.
package corpus.types;

public class InnerClasses {
    int base;

    class Part {
        int own;

        int sum() {
            return base + own; // expect: reached; throws java.lang.NullPointerException reached
        }

        class Deeper {
            int all() {
                return base + own + 1; // expect: reached
            }
        }
    }

    static class Free {
        int held;
    }

    public int made(int own) {
        Part part = new Part();
        part.own = own;
        if (part.sum() == 10 && base > 2) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int given(Part part) {
        if (part.sum() == 7) { // expect: true reached, false reached; throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public int deep() {
        Part.Deeper deeper = new Part().new Deeper();
        if (deeper.all() == base) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int free(Free free) {
        if (free.held == 3) { // expect: true reached, false reached; throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
