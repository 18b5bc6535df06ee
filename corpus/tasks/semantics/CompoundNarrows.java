// A compound assignment casts to the type of its variable.
// task: unsafe
// inputs: 200
package tasks.semantics;

import tasks.Input;

public class CompoundNarrows {
    public static void main(String[] args) {
        int x = Input.nextInt();
        byte b = 100;
        b += x;
        assert b == 100 + x || x != 200;
    }
}
