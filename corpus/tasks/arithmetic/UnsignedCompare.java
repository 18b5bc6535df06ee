// A negative number is large where signs do not count.
// task: unsafe
// inputs: -1, 1
package tasks.arithmetic;

import tasks.Input;

public class UnsignedCompare {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        assert Integer.compareUnsigned(a, b) > 0 == a > b;
    }
}
