// Pins: long add, sub, mul, neg, and, or, xor wrap and combine in 64 bits.
package corpus.arith;

public class LongArithmetic {
    public static int add(long x) {
        if (x + 1L < x) {
            return 1; // expect: reached
        }
        return 0;
    }

    public static int bits(long x, long y) {
        if (((x ^ y) ^ y) != x) {
            return 1; // expect: unreachable(strict)
        }
        if ((x | y) == 0L && x != 0L) {
            return 2; // expect: unreachable(strict)
        }
        if ((x & y) == 0x100000000L) {
            return 3; // expect: reached
        }
        if (-x == x && x != 0L) {
            return 4; // expect: reached
        }
        return 0;
    }

    public static int times(long x) {
        if (x * 4294967296L == 0L && x != 0L) {
            return 1; // expect: reached
        }
        if ((x * 6L & 1L) == 1L) {
            return 2; // expect: unreachable
        }
        return 0;
    }
}
