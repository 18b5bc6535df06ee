// Pins: and, or, xor, complement tricks over all 32-bit values.
package corpus.arith;

public class BitTricks {
    public static int powerOfTwo(int x) {
        if (x != 0 && (x & (x - 1)) == 0) {
            if (x < 0) {
                return 1; // expect: reached
            }
            if (x == 12) {
                return 2; // expect: unreachable(strict)
            }
            return 3; // expect: reached
        }
        return 0;
    }

    public static int lowestBit(int x) {
        int lowest = x & -x;
        if ((x & lowest) != lowest) {
            return 1; // expect: unreachable(strict)
        }
        if (lowest == 24) {
            return 2; // expect: unreachable(strict)
        }
        if (lowest == 16) {
            return 3; // expect: reached
        }
        return 0;
    }

    public static int swap(int a, int b) {
        int x = a;
        int y = b;
        x ^= y;
        y ^= x;
        x ^= y;
        if (x != b || y != a) {
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int complement(int x) {
        if (~x != -x - 1) {
            return 1; // expect: unreachable(strict)
        }
        if ((x | ~x) == -1) {
            return 2; // expect: reached
        }
        return 3; // expect: unreachable(strict)
    }

    public static int middle(int a, int b) {
        if (a > 0 && b > 0) {
            if ((a + b) / 2 < 0) {
                return 1; // expect: reached
            }
            if ((a + b) >>> 1 < 0) {
                return 2; // expect: unreachable(strict)
            }
        }
        return 0;
    }
}
