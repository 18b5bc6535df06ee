// Conditions that what came before has already decided.
package corpus.check;

public class Guards {
    static int returned(int x) {
        if (x < 0) {
            return -1;
        }
        if (x < -5) { // finding: always_false
            x = 7;
            x++;
        }
        return x;
    }

    static int contradiction(int x) {
        if (x > 10 && x < 5) { // finding: always_false
            return 1;
        }
        return 2;
    }

    static int tautology(int x) {
        if (x > 10 || x <= 10) { // finding: always_true
            return 1;
        }
        return 2;
    }

    static int first(int x) {
        if (x == x || x > 3) { // finding: always_true
            return 1;
        }
        return 2;
    }

    static int wrapping(int x) {
        int y = x + 1;
        if (y > x) { // not so where it wraps
            return 1;
        }
        return 2;
    }

    static boolean kept(int x) {
        boolean small = (x & 7) < 8; // finding: always_true
        return small;
    }

    static int notANumber(double d) {
        if (d != d) {
            return 1;
        }
        return 2;
    }

    static int nested(int x) {
        if (x > 3) {
            if (x > 2) { // finding: always_true
                return 1;
            } else {
                return 4;
            }
        }
        return 2;
    }

    private static int hidden(byte b) {
        if (b > 200) { // finding: always_false
            return 1;
        }
        return b;
    }

    int call(byte b) {
        return hidden(b);
    }
}
