// Pins: an assert fails where its condition can be false; what follows it is not called dead unconditionally.
package corpus.exceptions;

public class Asserts {
    public static int positive(int x) {
        assert x > 0; // expect: assert reached
        if (x <= 0) {
            return 1; // expect: possible
        }
        return 2; // expect: reached
    }

    public static int never(int x) {
        int y = x & 7;
        assert y < 8; // expect: assert unreachable
        return y; // expect: reached
    }

    public static int guarded(int x) {
        if (x > 10) {
            assert x > 5; // expect: assert unreachable
            return 1; // expect: reached
        }
        return 0;
    }
}
