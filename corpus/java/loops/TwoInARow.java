// Pins: two loops one after the other, each with its own bound.
package corpus.loops;

public class TwoInARow {
    public static int sum(int n, int m) { // expect: paths 9
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += 1;
        }
        for (int i = 0; i < m; i++) {
            sum += 10;
        }
        return sum;
    }

    public static int sameBound(int n) { // expect: paths 3
        int up = 0;
        for (int i = 0; i < n; i++) {
            up++;
        }
        int down = 0;
        for (int i = n; i > 0; i--) {
            down++;
        }
        if (up != down) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
