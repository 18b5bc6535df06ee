// Pins: break and continue with labels leave or continue the outer loop.
// clew: --loop-k 3
package corpus.control;

public class LabelledJumps {
    public static int breakOuter(int n) {
        int steps = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (i + j == n) { // expect: true reached, false reached
                    break outer; // expect: reached
                }
                steps++;
            }
        }
        if (n == 0 && steps != 0) {
            return -1; // expect: unreachable
        }
        if (steps == 9) {
            return 9; // expect: reached
        }
        return steps; // expect: reached
    }

    public static int continueOuter(int n) {
        int steps = 0;
        outer:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                if (j == n) {
                    continue outer; // expect: reached
                }
                steps++;
            }
            steps += 100;
        }
        if (n == 1) {
            if (steps != 3) { // expect: true unreachable, false reached
                return -1; // expect: unreachable
            }
        }
        if (steps == 309) {
            return 1; // expect: reached
        }
        return steps;
    }

    public static int breakBlock(int n) {
        int result = 0;
        block:
        {
            if (n == 4) {
                break block; // expect: reached
            }
            result = 1;
        }
        if (n == 4 && result == 1) {
            return 1; // expect: unreachable(strict)
        }
        return 0;
    }
}
