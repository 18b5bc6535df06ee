// `Arrays.sort` puts three numbers in order.
// task: safe
package tasks.sorting;

import java.util.Arrays;
import tasks.Input;

public class LibrarySort {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt(), Input.nextInt()};
        Arrays.sort(a);
        assert a[0] <= a[1] && a[1] <= a[2];
    }
}
