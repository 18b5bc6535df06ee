// Pins: throwing null throws NullPointerException instead.
package corpus.exceptions;

public class NullThrow {
    public static int raise(IllegalStateException e) {
        try {
            throw e; // expect: reached; throws java.lang.NullPointerException reached
        } catch (NullPointerException caught) {
            if (e != null) { // expect: true unreachable, false reached
                return 1; // expect: unreachable
            }
            return 2; // expect: reached
        } catch (IllegalStateException caught) {
            if (caught != e) {
                return 3; // expect: unreachable
            }
            return 4; // expect: reached
        }
    }
}
