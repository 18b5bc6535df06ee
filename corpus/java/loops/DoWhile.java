// Pins: the body of a do-while runs at least once.
package corpus.loops;

public class DoWhile {
    public static int digits(int x) {
        int count = 0;
        int rest = x;
        do {
            count++; // expect: reached
            rest /= 100000;
        } while (rest != 0);
        if (count == 0) {
            return -1; // expect: unreachable
        }
        if (count == 1) {
            return 1; // expect: reached
        }
        if (count == 2) {
            return 2; // expect: reached
        }
        return 3; // expect: unreachable
    }
}
