// Pins: a switch over char and byte values.
package corpus.control;

public class SwitchOnChar {
    public static int kind(char c) {
        switch (c) {
            case '+':
            case '-':
                return 1; // expect: reached
            case '\uffff':
                return 2; // expect: reached
            default:
                return 0; // expect: reached
        }
    }

    public static int ofByte(byte b) {
        int wide = b & 0xff;
        switch (wide) {
            case 255:
                return b == -1 ? 1 : 2; // expect: reached
            case 256:
                return 3; // expect: unreachable(strict)
            case -1:
                return 4; // expect: unreachable(strict)
            default:
                return 0;
        }
    }
}
