// Pins: the number of paths through diamonds in a row, independent or not.
package corpus.control;

public class Diamonds {
    public static int independent(int a, int b, int c) { // expect: paths 8; returns 7; returns 0
        int x = 0;
        if (a > 0) {
            x += 1;
        }
        if (b > 0) {
            x += 2;
        }
        if (c > 0) {
            x += 4;
        }
        return x;
    }

    public static int sameCondition(int a) { // expect: paths 2
        int x = 0;
        if (a > 0) {
            x += 1;
        }
        if (a <= 0) {
            x += 2;
        }
        if (x == 3) {
            return 1; // expect: unreachable(strict)
        }
        if (x == 0) {
            return 2; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int chain(int a) { // expect: paths 4
        if (a < 10) {
            return 1; // expect: reached
        } else if (a < 20) {
            return 2; // expect: reached
        } else if (a < 15) {
            return 3; // expect: unreachable(strict)
        } else if (a < 30) {
            return 4; // expect: reached
        } else {
            return 5; // expect: reached
        }
    }
}
