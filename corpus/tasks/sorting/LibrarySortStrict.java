// Sorted numbers may be equal.
// task: unsafe
// inputs: 1, 1, 2
package tasks.sorting;

import java.util.Arrays;
import tasks.Input;

public class LibrarySortStrict {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt(), Input.nextInt()};
        Arrays.sort(a);
        assert a[0] < a[1];
    }
}
