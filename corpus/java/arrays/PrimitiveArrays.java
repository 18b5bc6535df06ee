// Pins: arrays of every integer type keep the width of their elements.
package corpus.arrays;

public class PrimitiveArrays {
    public static int bytes(byte[] a) {
        if (a == null || a.length == 0) {
            return 0;
        }
        if (a[0] > 127) {
            return 1; // expect: unreachable(strict)
        }
        a[0] = (byte) 200;
        if (a[0] == 200) {
            return 2; // expect: unreachable(strict)
        }
        return 3; // expect: reached
    }

    public static int chars(char[] a) {
        if (a == null || a.length == 0) {
            return 0;
        }
        if (a[0] < 0) {
            return 1; // expect: unreachable(strict)
        }
        if (a[0] == 65535) {
            return 2; // expect: reached
        }
        return 3;
    }

    public static int shorts(short[] a, int x) {
        if (a == null || a.length == 0) {
            return 0;
        }
        a[0] = (short) x;
        if (a[0] != x) {
            return 1; // expect: reached
        }
        if (x > 32767) {
            return 2; // expect: unreachable(strict)
        }
        return 3; // expect: reached
    }

    public static int booleans(boolean[] a) {
        if (a == null || a.length < 2) {
            return 0;
        }
        if (a[0] && !a[1]) {
            return 1; // expect: reached
        }
        a[0] = !a[0];
        a[1] = a[0];
        if (a[0] ^ a[1]) {
            return 2; // expect: unreachable(strict)
        }
        return 3; // expect: reached
    }

    public static int longs(long[] a) {
        if (a == null || a.length == 0) {
            return 0;
        }
        if (a[0] == 1L << 40) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int ints(int[] a) {
        if (a == null || a.length != 3) {
            return 0;
        }
        if (a[0] + a[1] + a[2] == 6 && a[0] < a[1] && a[1] < a[2]) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }
}
