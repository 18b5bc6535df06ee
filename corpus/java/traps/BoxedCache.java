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

    public static int equalButApart(Integer a, Integer b) {
        if (a == null || b == null) {
            return -1; // expect: reached
        }
        if (a.intValue() == b.intValue() && a != b) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int smallButApart(Byte a, Byte b) {
        if (a == null || b == null) {
            return -1; // expect: reached
        }
        if (a.equals(b) && a != b) {
            return 1; // expect: possible
        }
        return 0; // expect: reached
    }

    public static int ofThree(Long a, Long b, Long c) {
        if (a == null || b == null || c == null) {
            return -1; // expect: reached
        }
        if (a == b && b != c) {
            return a.equals(c) ? 1 : 2; // expect: true reached, false reached
        }
        if (a != b && b != c && a == c) {
            return 3; // expect: reached
        }
        if (a == b && a != c) {
            return 4; // expect: unreachable
        }
        return 0; // expect: reached
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
