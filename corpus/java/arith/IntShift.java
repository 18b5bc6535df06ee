// Pins: an int shift uses only the low five bits of its count, and >>> fills with zeros.
package corpus.arith;

public class IntShift {
    public static int left(int x, int n) {
        if (x << n != x << (n & 31)) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        return 0;
    }

    public static int one(int n) {
        if (n > 0) {
            if (1 << n == 1) {
                return 1; // expect: reached
            }
            if (1 << n == 0) {
                return 2; // expect: unreachable(strict)
            }
            if (1 << n < 0) {
                return 3; // expect: reached
            }
        }
        return 0;
    }

    public static int unsignedRight(int x, int n) {
        if (x >>> 1 < 0) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        if (n != 0 && x >>> n < 0) {
            return 2; // expect: reached
        }
        if (x >>> 28 == 15) {
            return 3; // expect: reached
        }
        return 0;
    }

    public static int signedRight(int x) {
        int sign = x >> 31;
        if (sign == -1) {
            return -1; // expect: reached
        }
        if (sign == 0) {
            return 0; // expect: reached
        }
        return 1; // expect: unreachable(strict)
    }
}
