// The sum of a part is the difference of two prefix sums, even where they wrap.
// task: safe
package tasks.arrays;

import tasks.Input;

public class PrefixSums {
    public static void main(String[] args) {
        int[] a = {Input.nextInt(), Input.nextInt(), Input.nextInt(), Input.nextInt()};
        int[] prefix = new int[5];
        for (int i = 0; i < 4; i++) {
            prefix[i + 1] = prefix[i] + a[i];
        }
        assert prefix[3] - prefix[1] == a[1] + a[2];
    }
}
