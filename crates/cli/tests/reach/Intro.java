package apc;

/** More than twelve ones, as in the introduction of the paper. */
public class Intro {
    public static void run(int[] values, int count) {
        int ones = 3;
        for (int i = 0; i < count; ++i) {
            if (values[i] == 1) {
                ++ones;
            }
        }
        if (ones > 12) {
            throw new IllegalStateException("reached"); // TARGET
        }
    }
}
