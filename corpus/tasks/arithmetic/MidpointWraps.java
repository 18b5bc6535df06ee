// The midpoint of a binary search wraps.
// task: unsafe
// inputs: 2147483647, 2147483647
package tasks.arithmetic;

import tasks.Input;

public class MidpointWraps {
    public static void main(String[] args) {
        int low = Input.nextInt();
        int high = Input.nextInt();
        if (low < 0 || high < low) {
            return;
        }
        int mid = (low + high) / 2;
        assert mid >= low;
    }
}
