// Pins: instanceof over a small class tree, with null never an instance of anything.
package corpus.types;

public class InstanceofClass {
    static class Base {
    }

    static class Left extends Base {
    }

    static class Right extends Base {
    }

    public static int kind(Base b) {
        if (b instanceof Left) { // expect: true reached, false reached
            if (b == null) { // expect: true unreachable(strict), false reached
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        if (b instanceof Right) { // expect: true reached, false reached
            return 3; // expect: reached
        }
        if (b instanceof Base) { // expect: true reached, false reached
            return 4; // expect: reached
        }
        return 5; // expect: reached
    }

    public static int leftIsNotRight(Base b) {
        if (b instanceof Left) {
            Object o = b;
            if (o instanceof Right) { // expect: true unreachable(strict), false reached
                return 1; // expect: unreachable(strict)
            }
        }
        return 0;
    }
}
