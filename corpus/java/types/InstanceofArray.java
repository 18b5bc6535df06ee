// Pins: instanceof and casts with array types and their covariance.
package corpus.types;

public class InstanceofArray {
    static class Base {
    }

    static class Derived extends Base {
    }

    public static int kind(Object o) {
        if (o instanceof int[]) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (o instanceof Derived[]) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        if (o instanceof Base[]) { // expect: true reached, false reached
            return 3; // expect: reached
        }
        return 4; // expect: reached
    }

    public static int covariant() {
        Object o = new Derived[1];
        if (o instanceof Base[]) { // expect: true reached, false unreachable(strict)
            if (o instanceof int[]) { // expect: true unreachable(strict), false reached
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        return 3; // expect: unreachable(strict)
    }

    public static int interfaces(int[] a) {
        Object o = a;
        if (o instanceof Cloneable) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return a == null ? 2 : 3; // expect: reached
    }

    public static int primitivesAreInvariant() {
        Object o = new int[2];
        if (o instanceof Object[]) {
            return 1; // expect: unreachable(strict)
        }
        if (o instanceof long[]) {
            return 2; // expect: unreachable(strict)
        }
        Object nested = new int[2][2];
        if (nested instanceof Object[]) {
            return 3; // expect: reached
        }
        return 4; // expect: unreachable(strict)
    }
}
