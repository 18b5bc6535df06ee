// Pins: static methods are hidden, not overridden, and overloads are chosen by static type.
package corpus.calls;

public class StaticHiding {
    static class Base {
        static int code() {
            return 1;
        }
    }

    static class Derived extends Base {
        static int code() {
            return 2;
        }
    }

    static int pick(Base base) {
        return 1;
    }

    static int pick(Derived derived) {
        return 2;
    }

    public static int hidden() {
        if (Base.code() + Derived.code() == 3) { // expect: true reached, false unreachable(strict)
            return 1; // expect: reached
        }
        return 2; // expect: unreachable(strict)
    }

    public static int overload(Derived derived) {
        Base base = derived;
        if (pick(base) != 1) {
            return 1; // expect: unreachable(strict)
        }
        if (pick(derived) != 2) {
            return 2; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }
}
