// Pins: branches that arithmetic rules out, even though every number in them is an input.
package corpus.arith;

public class Parity {
    public static int neighbours(int x) {
        if ((x * (x + 1)) % 2 != 0) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0;
    }

    public static int lowBit(int x) {
        if ((x & 1) == 2) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        return 0;
    }

    public static int doubled(int x) {
        if (x + x == 7) {
            return 1; // expect: unreachable(strict)
        }
        if (x + x == 8 && x != 4) {
            return 2; // expect: reached
        }
        return 0;
    }

    public static int tripled(int x) {
        if (x * 3 == 1) {
            return 1; // expect: reached
        }
        return 0;
    }
}
