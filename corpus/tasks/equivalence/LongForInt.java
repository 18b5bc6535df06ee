// A sum of longs in the place of a sum of ints.
// task: unsafe
// inputs: 50000
package tasks.equivalence;

import tasks.Input;

public class LongForInt {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x < 0 || x > 60000) {
            return;
        }
        int narrow = x * x;
        long wide = (long) x * x;
        assert narrow == wide;
    }
}
