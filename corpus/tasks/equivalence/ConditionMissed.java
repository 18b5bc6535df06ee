// A negation that forgets the case of equality.
// task: unsafe
// inputs: 0, 1
package tasks.equivalence;

import tasks.Input;

public class ConditionMissed {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        assert before(a, b) == after(a, b);
    }

    static int before(int a, int b) {
        if (a < b && a > 0) {
            return a;
        }
        return b;
    }

    static int after(int a, int b) {
        if (a >= b || a < 0) {
            return b;
        }
        return a;
    }
}
