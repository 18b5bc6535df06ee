// Pins: a long shift uses only the low six bits of its int count.
package corpus.arith;

public class LongShift {
    public static int left(int n) {
        if (1L << n < 0L) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (n == 64) {
            if (1L << n == 1L) { // expect: true reached, false unreachable(strict)
                return 2; // expect: reached
            }
            return 3; // expect: unreachable(strict)
        }
        if (n == 32 && 1L << n == 1L) {
            return 4; // expect: unreachable(strict)
        }
        return 0;
    }

    public static int right(long x) {
        if (x >>> 63 > 1L) {
            return 1; // expect: unreachable(strict)
        }
        if (x >>> 63 == 1L) {
            return 2; // expect: reached
        }
        if (x >> 63 == -1L) {
            return 3; // expect: unreachable(strict)
        }
        return 0;
    }

    public static int mixed(int x) {
        long wide = x;
        if (wide >>> 32 != 0L) {
            return 1; // expect: reached
        }
        if (x < 0) {
            return 2; // expect: unreachable(strict)
        }
        return 0;
    }
}
