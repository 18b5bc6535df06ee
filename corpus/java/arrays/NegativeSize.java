// Pins: NegativeArraySizeException of newarray, anewarray and multianewarray.
package corpus.arrays;

public class NegativeSize {
    public static int primitive(int n) {
        if (n < 5) {
            long[] a = new long[n]; // expect: throws java.lang.NegativeArraySizeException reached
            return a.length; // expect: reached
        }
        return -1;
    }

    public static int objects(int n) {
        if (n < 5) {
            Object[] a = new Object[n]; // expect: throws java.lang.NegativeArraySizeException reached
            return a.length; // expect: reached
        }
        return -1;
    }

    public static int nested(int n, int m) {
        if (n > 3 || m > 3) {
            return -1;
        }
        int[][] a = new int[n][m]; // expect: throws java.lang.NegativeArraySizeException reached
        if (n < 0 || m < 0) {
            return 1; // expect: unreachable
        }
        return a.length; // expect: reached
    }

    public static int zeroTimesNegative(int m) {
        if (m < 0) {
            int[][] a = new int[0][m]; // expect: throws java.lang.NegativeArraySizeException reached
            return 1; // expect: unreachable(strict)
        }
        return 0;
    }
}
