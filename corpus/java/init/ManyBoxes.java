// clew: --max-steps 2000
// An initializer that is left behind in the course of another of the JDK: what that leaves is not known either.
package corpus.init;

public class ManyBoxes {
    static final Long NONE = Long.valueOf(0);
    static final Long ONE = Long.valueOf(1);
    static final Long LESS = Long.valueOf(-1);
    static final Integer ZERO = 0;
    static final Short SMALL = (short) 1;

    static int compared(int x) {
        if (x > 3) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }
}
