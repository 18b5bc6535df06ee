// De Morgan's laws.
// task: safe
package tasks.equivalence;

import tasks.Input;

public class DeMorgan {
    public static void main(String[] args) {
        boolean a = Input.nextBoolean();
        boolean b = Input.nextBoolean();
        boolean c = Input.nextBoolean();
        assert !(a && b || c) == ((!a || !b) && !c);
    }
}
