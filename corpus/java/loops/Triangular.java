// Pins: an inner loop whose bound is the outer counter.
package corpus.loops;

public class Triangular {
    public static int cells(int n) {
        int cells = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                cells++;
            }
        }
        if (n == 2) {
            if (cells != 3) {
                return 1; // expect: unreachable
            }
            return 2; // expect: reached
        }
        return 0;
    }
}
