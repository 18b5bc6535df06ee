// Pins: boxes are opened and made by the compiler; opening null throws.
package corpus.types;

public class Boxing {
    public static int opened(Integer box) {
        if (box == 5) { // expect: true reached, false reached; throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int small(int n) {
        Integer a = n;
        Integer b = n;
        if (a.equals(b)) { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int mixed(Long box, int n) {
        if (box.equals(n)) { // expect: true unreachable, false reached; throws java.lang.NullPointerException reached
            return 1; // expect: unreachable
        }
        if (box == n) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int letters(Character box) {
        if (box == 'x') { // expect: true reached, false reached; throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static boolean flags(Boolean box) {
        if (box) { // expect: true reached, false reached; throws java.lang.NullPointerException reached
            return false; // expect: reached
        }
        return true; // expect: reached
    }
}
