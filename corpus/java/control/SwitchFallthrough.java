// Pins: cases without break run into the next one.
package corpus.control;

public class SwitchFallthrough {
    public static int sum(int x) { // expect: paths 4; returns 7; returns 6; returns 4; returns 0
        int total = 0;
        switch (x) {
            case 0:
                total += 1; // expect: reached
            case 1:
                total += 2; // expect: reached
            case 2:
                total += 4; // expect: reached
                break;
            default:
                break;
        }
        return total; // expect: reached
    }

    public static int middleDefault(int x) {
        int total = 0;
        switch (x) {
            case 0:
                total = 1; // expect: reached
                break;
            default:
                total = 10; // expect: reached
            case 5:
                total += 100; // expect: reached
        }
        if (total == 10) {
            return 1; // expect: unreachable(strict)
        }
        if (total == 101) {
            return 2; // expect: unreachable(strict)
        }
        if (total == 110) {
            return 3; // expect: reached
        }
        return total; // expect: reached
    }
}
