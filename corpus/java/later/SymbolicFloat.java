// Pins: a branch on an input double or float is followed where it compares, adds or converts.
package corpus.later;

public class SymbolicFloat {
    public static int sign(double d) {
        if (d > 0.0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int ofField(float f, int x) {
        if (x == 3) {
            return 3; // expect: reached
        }
        if (f + 1f == f) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
