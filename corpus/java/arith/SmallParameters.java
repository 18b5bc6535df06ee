// Pins: parameters of the small integer types hold only values of their type.
package corpus.arith;

public class SmallParameters {
    public static int ofByte(byte b) {
        if (b > 127) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        if (b == -128) {
            return 2; // expect: reached
        }
        if ((b & 0xff) == 200) {
            return 3; // expect: reached
        }
        return 0;
    }

    public static int ofChar(char c) {
        if (c < 0) {
            return 1; // expect: unreachable(strict)
        }
        if (c >= '0' && c <= '9') {
            return c - '0'; // expect: reached
        }
        if (c > 65535) {
            return 2; // expect: unreachable(strict)
        }
        return -1; // expect: reached
    }

    public static int ofShort(short s) {
        if (s * 2 > 65534) {
            return 1; // expect: unreachable(strict)
        }
        if (s < -32767) {
            return 2; // expect: reached
        }
        return 0;
    }

    public static int ofBoolean(boolean b) {
        int number = b ? 1 : 0;
        if (number == 2) {
            return 1; // expect: unreachable(strict)
        }
        if (b) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 0;
    }
}
