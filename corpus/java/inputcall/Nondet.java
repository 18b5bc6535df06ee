// Every primitive type as the result of a call that is an input, from a private method, in a loop and in a call below.
// clew: --input-call nondet*
package corpus.inputcall;

public class Nondet {
    private static boolean nondetBoolean() {
        throw new IllegalStateException();
    }

    private static byte nondetByte() {
        throw new IllegalStateException();
    }

    private static char nondetChar() {
        throw new IllegalStateException();
    }

    private static short nondetShort() {
        throw new IllegalStateException();
    }

    private static int nondetInt() {
        throw new IllegalStateException();
    }

    private static float nondetFloat() {
        throw new IllegalStateException();
    }

    private static double nondetDouble(int scale, String unit) {
        throw new IllegalStateException();
    }

    static int narrow() { // expect: returns 7
        byte small = nondetByte();
        short wider = nondetShort();
        char letter = nondetChar();
        if (small > 127 || wider < -32768) {
            return 1; // expect: unreachable
        }
        if (letter < 0) { // expect: true unreachable, false reached
            return 2; // expect: unreachable
        }
        if (letter == 'x' && small == -3 && wider == 300) { // expect: reached
            return 7; // expect: reached
        }
        return 0; // expect: reached
    }

    static int choice() { // expect: returns 1; returns 2; returns 3
        if (nondetBoolean()) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return nondetBoolean() ? 2 : 3; // expect: reached
    }

    static boolean isNotANumber() { // expect: returns true; returns false
        float value = nondetFloat();
        return value != value; // expect: reached
    }

    static int scaled(int scale) { // expect: returns 0; raises java.lang.ArithmeticException
        if (nondetDouble(scale, "m") == 0.5) { // expect: true reached, false reached
            return 10 / scale / 10; // expect: reached; throws java.lang.ArithmeticException reached
        }
        return 5; // expect: reached
    }

    private static int twice() {
        return nondetInt() + nondetInt();
    }

    static int below() { // expect: returns 1
        if (twice() == 11) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int summed() { // expect: returns 42
        int sum = 0;
        for (int i = 0; i < 3; i++) { // expect: reached
            sum += nondetInt(); // expect: reached
        }
        return sum == 42 ? 42 : 0; // expect: reached
    }
}
