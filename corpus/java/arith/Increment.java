// Pins: iinc, its wide form and negative steps wrap.
package corpus.arith;

public class Increment {
    public static int up(int x) {
        int y = x;
        y++;
        if (y == Integer.MIN_VALUE) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0;
    }

    public static int wide(int x) {
        int y = x;
        y += 30000;
        if (y < x) {
            return 1; // expect: reached
        }
        if (y == x) {
            return 2; // expect: unreachable(strict)
        }
        return 0;
    }

    public static int down(int x) {
        int y = x;
        y -= 7;
        if (y > x) {
            if (x > -2147483642) {
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        return 0;
    }

    public static int postAndPre(int x) {
        int before = x++;
        int after = ++x;
        if (after - before != 2) {
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }
}
