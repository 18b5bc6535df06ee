// Pins: a record of the input was made by its constructor, so what the constructor rejects cannot occur.
package corpus.types;

public class Records {
    record Range(int low, int high) {
        Range {
            if (low > high) {
                throw new IllegalArgumentException();
            }
        }

        int width() {
            return high - low;
        }
    }

    public static int input(Range range) {
        if (range == null) {
            return -1; // expect: reached
        }
        if (range.low() > range.high()) {
            return 1; // expect: impossible
        }
        return 0; // expect: possible(strict)
    }

    public static int build(int low, int high) {
        Range range = new Range(low, high);
        if (range.low() > range.high()) {
            return 1; // expect: unreachable(strict)
        }
        if (range.width() < 0) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }
}
