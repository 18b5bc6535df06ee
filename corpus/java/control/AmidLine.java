// Pins: a line is reached by any of its instructions, also where a jump goes into the middle of what the compiler counts as the line.
package corpus.control;

public class AmidLine {
    private static int one() {
        return 1;
    }

    public static boolean either(int x, int y) {
        return x * 0 == 1
                // The code of the last operand, which the compiler gives no line of its own, follows that of the call.
                && one() == 1 // expect: reached
                || y > 3;
    }
}
