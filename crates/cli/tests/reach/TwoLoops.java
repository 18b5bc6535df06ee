package apc;

/** A multiple of four is never an odd number. */
public class TwoLoops {
    public static void run(int limit) {
        int i = 0;
        int j = 0;
        while (i < limit) {
            i += 4;
        }
        while (i != j + 7) {
            j += 2;
        }
        throw new IllegalStateException("reached"); // TARGET
    }
}
