// Objects without an `equals` of their own are equal if they are one.
// task: safe
package tasks.semantics;

import tasks.Input;

public class IdentityIsEquality {
    public static void main(String[] args) {
        int x = Input.nextInt();
        Object lock = new Object();
        Object other = x > 0 ? lock : new Object();
        assert (lock == other) == (x > 0);
        assert lock.equals(other) == (x > 0);
    }
}
