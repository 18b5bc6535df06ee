// The negation of the smallest long is itself.
// task: safe
package tasks.semantics;

import tasks.Input;

public class IntegerMinimum {
    public static void main(String[] args) {
        long x = Input.nextLong();
        assert -x != x || x == 0 || x == Long.MIN_VALUE;
    }
}
