// Pins: two references that were found to differ before they were known to be boxes are not two equal boxes in a test, which
// makes boxes with valueOf.
package corpus.traps;

public class EqualBoxes {
    static class Pair {
        Object first;
        Object second;
    }

    public static int compared(Pair pair) {
        if (pair == null || pair.first == pair.second) {
            return 0; // expect: reached
        }
        if (pair.first instanceof Boolean && pair.second instanceof Boolean) {
            if (pair.first.equals(pair.second)) { // expect: true possible
                return 1;
            }
            return 2;
        }
        return 3; // expect: reached
    }
}
