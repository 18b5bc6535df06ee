// A comparator that subtracts has the wrong sign where the difference wraps.
// task: unsafe
// inputs: -2147483648, 1
package tasks.arithmetic;

import tasks.Input;

public class ComparatorBySubtraction {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        if (a < b) {
            assert a - b < 0;
        }
    }
}
