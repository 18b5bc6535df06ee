// Pins: a dense switch (tableswitch) reaches each case and its default on both sides of the table.
package corpus.control;

public class TableSwitch {
    public static int dense(int x) { // expect: paths 5; returns 30
        switch (x) {
            case 0:
                return 10; // expect: reached
            case 1:
                return 20; // expect: reached
            case 2:
                return 30; // expect: reached
            case 3:
                return 40; // expect: reached
            default:
                return 50; // expect: reached
        }
    }

    public static int holes(int x) {
        switch (x) {
            case 1:
            case 2:
            case 4:
            case 5:
                if (x == 3) {
                    return 1; // expect: unreachable(strict)
                }
                return 2; // expect: reached
            default:
                if (x == 3) {
                    return 3; // expect: reached
                }
                if (x == 4) {
                    return 4; // expect: unreachable(strict)
                }
                if (x < 0) {
                    return 5; // expect: reached
                }
                return 6; // expect: reached
        }
    }
}
