// Pins: equals, hashCode and toString that a record gets from its components.
package corpus.dynamic;

public class RecordMethods {
    record Point(int x, int y) {
        Point {
            if (x < 0) {
                throw new IllegalArgumentException();
            }
        }

        int sum() {
            return x + y; // expect: reached
        }
    }

    public static int same(int x, int y) {
        Point point = new Point(x, y);
        if (point.equals(new Point(3, 4))) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int hashed(int x, int y) {
        if (new Point(x, y).hashCode() != new Point(x, y).hashCode()) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int summed(Point point) {
        if (point.sum() == 10) { // expect: true reached, false reached; throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
