// Pins: the sign of a remainder follows the dividend, and MIN_VALUE % -1 is zero.
package corpus.arith;

public class RemSign {
    public static int bySeven(int a) {
        int rest = a % 7; // expect: throws java.lang.ArithmeticException unreachable(strict)
        if (rest == -6) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (rest > 6) { // expect: true unreachable, false reached
            return 2; // expect: unreachable
        }
        if (a > 0) {
            if (rest < 0) {
                return 3; // expect: unreachable
            }
        }
        return 0;
    }

    public static int byMinusOne(int a) {
        int rest = a % -1;
        if (rest != 0) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0;
    }

    public static int oddTest(int a) {
        if (a % 2 == 1) {
            return 1; // expect: reached
        }
        if ((a & 1) == 1) {
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }
}
