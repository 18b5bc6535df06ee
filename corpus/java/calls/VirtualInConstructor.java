// Pins: a virtual call from a constructor sees the subclass's fields still zero.
package corpus.calls;

public class VirtualInConstructor {
    static class Base {
        int seen;

        Base() {
            seen = value();
        }

        int value() {
            return 5;
        }
    }

    static class Derived extends Base {
        int number = 7;

        @Override
        int value() {
            return number;
        }
    }

    public static int seen() {
        Derived d = new Derived();
        if (d.seen == 7) {
            return 1; // expect: unreachable(strict)
        }
        if (d.seen == 5) {
            return 2; // expect: unreachable(strict)
        }
        if (d.number == 7) {
            return 3; // expect: reached
        }
        return 4; // expect: unreachable(strict)
    }
}
