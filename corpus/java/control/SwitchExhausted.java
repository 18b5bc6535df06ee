// Pins: a default that the switched expression can never take.
package corpus.control;

public class SwitchExhausted {
    public static int lowBits(int x) {
        switch (x & 3) {
            case 0:
                return 0; // expect: reached
            case 1:
                return 1; // expect: reached
            case 2:
                return 2; // expect: reached
            case 3:
                return 3; // expect: reached
            default:
                return -1; // expect: unreachable(strict)
        }
    }

    public static int deadCase(int x) {
        switch (x * 2) {
            case 4:
                return 1; // expect: reached
            case 5:
                return 2; // expect: unreachable(strict)
            case -6:
                return 3; // expect: reached
            default:
                return 0; // expect: reached
        }
    }
}
