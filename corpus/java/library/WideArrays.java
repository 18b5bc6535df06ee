// Pins: arrays of long and double are compared to their ends.
package corpus.library;

import java.util.Arrays;

public class WideArrays {
    public static int longs() {
        long[] one = {16, 0, -1, 2};
        long[] other = {16, -3, 3, 4};
        if (Arrays.equals(one, other)) {
            return 0; // expect: impossible
        }
        return Arrays.compare(one, other) > 0 ? 1 : 2; // expect: possible
    }

    public static int doubles() {
        double[] one = {1.5, 2.5};
        double[] other = {1.5, 3.5};
        if (Arrays.equals(one, other)) {
            return 0; // expect: impossible
        }
        return 1; // expect: possible
    }

    public static int symbolic(long x) {
        if (Arrays.equals(new long[] {1, x}, new long[] {1, 7})) {
            return 0; // expect: possible
        }
        return 1; // expect: possible
    }
}
