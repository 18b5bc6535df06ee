// A condition turned around with its branches swapped.
// task: safe
package tasks.equivalence;

import tasks.Input;

public class ConditionFlipped {
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
        if (a >= b || a <= 0) {
            return b;
        }
        return a;
    }
}
