// Pins: nested loops, where the bound holds for each entry of the inner loop anew.
package corpus.loops;

public class Nested {
    public static int rectangle(int n, int m) { // expect: paths 7; returns 4
        int cells = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                cells++; // expect: reached
            }
        }
        return cells; // expect: reached
    }

    public static int squareOfTwo(int n) {
        int cells = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                cells++;
            }
        }
        if (cells == 4) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (cells == 3) {
            return 2; // expect: unreachable
        }
        if (cells == 2) {
            return 3; // expect: unreachable
        }
        return 0;
    }
}
