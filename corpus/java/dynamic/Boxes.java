// Pins: the box of a value that is not known holds that value; which object it is, is not known.
package corpus.dynamic;

public class Boxes {
    public static int value(int x) {
        Integer box = x;
        if (box == 5) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int equality(long a, long b) {
        Object one = a;
        Object two = b;
        if (one.equals(two)) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int narrow(byte b, short s, char c) {
        Byte one = b;
        Short two = s;
        Character three = c;
        if (one == -3 && two == 300 && three == 'x') {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int identity(int x) {
        Integer one = x;
        Integer two = x;
        if (one == two) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: possible(strict)
    }

    public static int itself(int x) {
        Integer one = x;
        Integer two = one;
        if (one == two) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }
}
