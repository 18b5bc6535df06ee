// Pins: an int product wraps before it is widened; a widened factor does not wrap.
package corpus.arith;

public class LongIntMix {
    public static int lateWidening(int a, int b) {
        long product = a * b;
        if (product > 2147483647L) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        return 0;
    }

    public static int earlyWidening(int a, int b) {
        long product = (long) a * b;
        if (product > 2147483647L) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0;
    }

    public static int sum(int a, int b) {
        long wide = (long) a + b;
        int narrow = a + b;
        if (wide != narrow) {
            if (a > 0 && b < 0) {
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int low(long l) {
        if (l != 0L) {
            if ((int) l == 0) { // expect: true reached, false reached
                return 1; // expect: reached
            }
        }
        return 0;
    }
}
