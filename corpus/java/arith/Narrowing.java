// Pins: i2b, i2c and i2s keep the low bits and extend with or without sign.
package corpus.arith;

public class Narrowing {
    public static int toByte(int x) {
        byte b = (byte) x;
        if (x == 200) {
            if (b == -56) { // expect: true reached, false unreachable(strict)
                return 1; // expect: reached
            }
            return 2; // expect: unreachable(strict)
        }
        if (b > 127) {
            return 3; // expect: unreachable(strict)
        }
        if (b != x && b == 0) {
            return 4; // expect: reached
        }
        return 0;
    }

    public static int toChar(int x) {
        char c = (char) x;
        if (c < 0) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        if (x == -1) {
            if (c == 65535) {
                return 2; // expect: reached
            }
        }
        return 0;
    }

    public static int toShort(int x) {
        short s = (short) x;
        if (s > 32767) {
            return 1; // expect: unreachable(strict)
        }
        if (x > 0 && s < 0) {
            return 2; // expect: reached
        }
        if (s == x && x == 40000) {
            return 3; // expect: unreachable(strict)
        }
        return 0;
    }
}
