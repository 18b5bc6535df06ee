// Pins: static initializers run in textual order, superclass first, and see earlier defaults.
package corpus.init;

public class Order {
    static class Early {
        static final int BEFORE = peek();
        static final int AFTER = seven();

        static int peek() {
            return AFTER;
        }

        static int seven() {
            return 7;
        }
    }

    static class Base {
        static final int FIRST = Early.seven();
    }

    static class Derived extends Base {
        static final int SECOND = FIRST + Early.seven();
    }

    public static int defaultIsSeen() {
        if (Early.BEFORE == 0) { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 2; // expect: unreachable
    }

    public static int superclassFirst() {
        if (Derived.SECOND == 14) { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 2; // expect: unreachable
    }
}
