// A finally block does not change a number that is already returned.
// task: safe
package tasks.semantics;

import tasks.Input;

public class FinallyChangesLocal {
    public static void main(String[] args) {
        int x = Input.nextInt();
        assert returned(x) == x;
    }

    static int returned(int x) {
        int result = x;
        try {
            return result;
        } finally {
            result = x + 1;
        }
    }
}
