// Pins: copying an array element by element keeps every element, also when source and target are one array.
package corpus.arrays;

public class CopyLoop {
    public static int copy(int[] source, int[] target) {
        if (source == null || target == null || source.length > target.length) {
            return -1; // expect: reached
        }
        for (int i = 0; i < source.length; i++) {
            target[i] = source[i]; // expect: throws java.lang.ArrayIndexOutOfBoundsException unreachable
        }
        if (source.length > 1) {
            if (target[1] != source[1]) {
                return 1; // expect: unreachable
            }
        }
        return 0; // expect: reached
    }

    public static int overlap(int[] a) {
        if (a == null || a.length != 3) {
            return -1;
        }
        int first = a[0];
        for (int i = 0; i < 2; i++) {
            a[i + 1] = a[i];
        }
        if (a[2] != first) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
