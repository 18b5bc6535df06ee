// Pins: a private method is not overridden by a method of the same name in a subclass.
package corpus.calls;

public class PrivateMethods {
    static class Base {
        private int secret() {
            return 1;
        }

        int reveal() {
            return secret();
        }
    }

    static class Derived extends Base {
        int secret() {
            return 2;
        }
    }

    public static int reveal(Base base) {
        if (base == null) {
            return -1;
        }
        if (base.reveal() == 2) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int direct(Derived derived) {
        if (derived == null) {
            return -1;
        }
        if (derived.secret() == 2) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }
}
