// Pins: a tableswitch whose keys run from negative to positive.
package corpus.control;

public class NegativeTable {
    public static int keys(int x) {
        switch (x) {
            case -2:
                return 1; // expect: reached
            case -1:
                return 2; // expect: reached
            case 0:
                return 3; // expect: reached
            case 1:
                return 4; // expect: reached
            default:
                break;
        }
        if (x == -1) {
            return 5; // expect: unreachable(strict)
        }
        return 6; // expect: reached
    }
}
