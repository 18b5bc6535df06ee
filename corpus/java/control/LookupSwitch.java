// Pins: a sparse switch (lookupswitch) with extreme and negative keys.
package corpus.control;

public class LookupSwitch {
    public static int sparse(int x) { // expect: paths 6
        switch (x) {
            case Integer.MIN_VALUE:
                return 1; // expect: reached
            case -1000:
                return 2; // expect: reached
            case 7:
                return 3; // expect: reached
            case 100000:
                return 4; // expect: reached
            case Integer.MAX_VALUE:
                return 5; // expect: reached
            default:
                return 0; // expect: reached
        }
    }

    public static int afterGuard(int x) {
        if (x < 0) {
            switch (x) {
                case -500:
                    return 1; // expect: reached
                case 9999:
                    return 2; // expect: unreachable(strict)
                default:
                    return 3; // expect: reached
            }
        }
        return 0;
    }
}
