// Pins: loading, storing and asking the length of a null array throw NullPointerException.
package corpus.exceptions;

public class NullArray {
    public static int load(int[] a) {
        return a[0]; // expect: throws java.lang.NullPointerException reached
    }

    public static void store(Object[] a) {
        a[0] = null; // expect: throws java.lang.NullPointerException reached
    }

    public static int length(long[] a) {
        return a.length; // expect: throws java.lang.NullPointerException reached
    }

    public static int indexIsEvaluatedFirst(int[] a, int i) {
        int[] b = null;
        try {
            b[i = 5] = 10 / i;
        } catch (NullPointerException e) {
            if (i != 5) {
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        return 3; // expect: unreachable(strict)
    }
}
