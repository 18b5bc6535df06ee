// Pins: a checked cast fails for objects of other classes and lets null pass.
package corpus.exceptions;

public class ClassCast {
    static class Base {
        int x;
    }

    static class Left extends Base {
    }

    static class Right extends Base {
    }

    public static int toLeft(Base b) {
        Left left = (Left) b; // expect: throws java.lang.ClassCastException reached; reached
        if (left == null) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int guarded(Base b) {
        if (b instanceof Left) {
            Left left = (Left) b; // expect: reached; throws java.lang.ClassCastException unreachable(strict)
            return left.x; // expect: throws java.lang.NullPointerException unreachable(strict)
        }
        return 0;
    }

    public static int both(Base b) {
        if (b == null) {
            return -1;
        }
        Object o = b;
        Left left = (Left) o;
        if (o instanceof Right) {
            return 1; // expect: unreachable(strict)
        }
        return left.x; // expect: reached
    }

    public static int upcast(Left left) {
        Base base = left; // expect: throws java.lang.ClassCastException unreachable(strict)
        Object o = base;
        Base again = (Base) o; // expect: throws java.lang.ClassCastException unreachable
        return again == left ? 1 : 2;
    }
}
