// Pins: compound assignment and ++ on small types narrow after each operation.
package corpus.arith;

public class CompoundAssign {
    public static int addToByte(int x) {
        byte b = (byte) x;
        b += 100;
        if (x == 100) {
            if (b < 0) { // expect: true reached, false unreachable(strict)
                return b; // expect: reached
            }
            return 1; // expect: unreachable(strict)
        }
        return 0;
    }

    public static int incrementByte(byte b) {
        byte before = b;
        b++;
        if (b < before) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int decrementChar(char c) {
        char before = c;
        c--;
        if (c > before) {
            if (c != 65535) {
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        return 0;
    }

    public static int addLongToInt(int x) {
        int y = x;
        y += 4294967296L;
        if (y != x) {
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int shiftByte(byte b) {
        byte before = b;
        b >>>= 1;
        if (before < 0 && b < 0) {
            return 1; // expect: reached
        }
        if (before < 0 && b >= 0) {
            return 2; // expect: unreachable(strict)
        }
        return 0;
    }
}
