// Pins: an input object may hold field values that its constructor would never store.
package corpus.fields;

public class ArbitraryObjects {
    static class Positive {
        int value;

        Positive(int value) {
            if (value <= 0) {
                throw new IllegalArgumentException();
            }
            this.value = value;
        }
    }

    public static int use(Positive p) {
        if (p == null) {
            return 0;
        }
        if (p.value <= 0) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int build(int x) {
        Positive p = new Positive(x);
        if (p.value <= 0) {
            return 1; // expect: unreachable(strict)
        }
        return 2; // expect: reached
    }
}
