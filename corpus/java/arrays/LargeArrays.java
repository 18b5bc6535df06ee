// Pins: whether there is memory for a large array is nothing that a test can foretell, so no test makes one.
package corpus.arrays;

public final class LargeArrays {
    private LargeArrays() {
    }

    static int handled() {
        try {
            long[] all = new long[Integer.MAX_VALUE];
            return all.length; // expect: undecided(for which there may be no memory)
        } catch (OutOfMemoryError error) {
            return -1; // expect: possible
        }
    }

    static int large(int size) {
        if (size < 300_000_000) {
            return 0; // expect: reached
        }
        return new int[size].length; // expect: undecided(for which there may be no memory)
    }

    static int small(int size) {
        return new int[size].length; // expect: reached; throws java.lang.NegativeArraySizeException reached
    }
}
