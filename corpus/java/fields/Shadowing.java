// Pins: a field of a subclass with the same name is a second field.
package corpus.fields;

public class Shadowing {
    static class Base {
        int x;
    }

    static class Derived extends Base {
        int x;
    }

    public static int two(Derived d) {
        if (d == null) {
            return -1;
        }
        d.x = 5;
        ((Base) d).x = 7;
        if (d.x != 5) {
            return 1; // expect: unreachable(strict)
        }
        if (((Base) d).x == 7) {
            return 2; // expect: reached
        }
        return 3; // expect: unreachable(strict)
    }
}
