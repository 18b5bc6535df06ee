// Pins: an exception leaves several frames until a handler matches, skipping the code between.
package corpus.exceptions;

public class AcrossFrames {
    static int state;

    static int inner(int x) {
        if (x == 0) {
            throw new IllegalArgumentException();
        }
        return x;
    }

    static int middle(int x) {
        int y = inner(x);
        state = 1;
        return y;
    }

    public static int outer(int x) {
        state = 0;
        try {
            int y = middle(x);
            if (y == 0) {
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        } catch (IllegalArgumentException e) {
            if (state == 1) {
                return 3; // expect: unreachable(strict)
            }
            return 4; // expect: reached
        }
    }
}
