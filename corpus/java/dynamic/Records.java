// Pins: what a record's equals, hashCode and toString do.
package corpus.dynamic;

public class Records {
    record Point(int x, long y, double z, String name, boolean flag, char sign) {
    }

    record None() {
    }

    public static int equal(int a, int b) {
        Point one = new Point(a, 1L, 2.0, "p", true, 'c');
        Point two = new Point(b, 1L, 2.0, "p", true, 'c');
        if (one.equals(two)) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int likeNumbers(double z) {
        if (new Point(1, 1L, z, null, true, 'c').equals(new Point(1, 1L, Double.NaN, null, true, 'c'))) {
            return 1; // expect: possible
        }
        return 0; // expect: possible
    }

    public static int unequal(Object other) {
        if (new None().equals(other)) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int hash(int x) { // expect: returns 35152
        return new Point(x, 0L, 0.0, null, false, '\0').hashCode() == 28629151 ? 35152 : 0;
    }

    public static int text(int x) {
        String text = new Point(x, 1L, 2.0, "p", true, 'c').toString();
        if (text == null) {
            return 0; // expect: unreachable
        }
        return 1; // expect: reached
    }

    public static boolean knownText() { // expect: returns true
        return new Two(-7, 'x', null).toString().equals("Two[first=-7, second=x, third=null]");
    }

    record Two(int first, char second, Object third) {
    }
}
