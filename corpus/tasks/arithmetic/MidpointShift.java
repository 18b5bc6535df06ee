// An unsigned shift keeps the midpoint of a binary search between its ends.
// task: safe
package tasks.arithmetic;

import tasks.Input;

public class MidpointShift {
    public static void main(String[] args) {
        int low = Input.nextInt();
        int high = Input.nextInt();
        if (low < 0 || high < low) {
            return;
        }
        int mid = (low + high) >>> 1;
        assert mid >= low && mid <= high;
    }
}
