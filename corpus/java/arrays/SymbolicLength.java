// Pins: a new array of input length: negative lengths throw, all others are possible.
package corpus.arrays;

public class SymbolicLength {
    public static int make(int n) {
        if (n > 1000) {
            return -1;
        }
        int[] a = new int[n]; // expect: throws java.lang.NegativeArraySizeException reached
        if (a.length != n) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        if (a.length == 7) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        if (n < 0) {
            return 3; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int plusOne(int n) {
        if (n < 0 || n > 100) {
            return -1;
        }
        int[] a = new int[n + 1]; // expect: throws java.lang.NegativeArraySizeException unreachable(strict)
        a[n] = 5; // expect: throws java.lang.ArrayIndexOutOfBoundsException unreachable(strict)
        if (n > 0 && a[n - 1] != 0) {
            return 1; // expect: unreachable(strict)
        }
        return a[0]; // expect: reached
    }

    public static int overflow(int n) {
        if (n == Integer.MAX_VALUE) {
            int[] a = new int[n + 1]; // expect: throws java.lang.NegativeArraySizeException reached
            return 1; // expect: unreachable(strict)
        }
        return 0;
    }
}
