// Pins: boxing small numbers gives one object for each, so references compare equal; for big numbers they may not.
package corpus.traps;

public class BoxedCache {
    public static int small(int x) {
        if (x < -128 || x > 127) {
            return -1; // expect: reached
        }
        Integer a = x;
        Integer b = x;
        if (a != b) {
            return 1; // expect: impossible
        }
        return 0; // expect: possible(strict)
    }

    public static int big(int x) {
        if (x <= 100000) {
            return -1; // expect: reached
        }
        Integer a = x;
        Integer b = x;
        if (a != b) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: possible
    }

    public static int unboxNull(Integer boxed) {
        int x = boxed; // expect: throws java.lang.NullPointerException reached
        if (x == 77) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: possible(strict)
    }

    public static int roundTrip(int x) {
        Integer boxed = new Integer(x);
        if (boxed.intValue() != x) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
