// A chain of conditions, written as a switch.
// task: safe
package tasks.equivalence;

import tasks.Input;

public class SwitchForChain {
    public static void main(String[] args) {
        int x = Input.nextInt();
        assert before(x) == after(x);
    }

    static int before(int x) {
        if (x == 1) {
            return 10;
        } else if (x == 2 || x == 3) {
            return 20;
        }
        return 0;
    }

    static int after(int x) {
        return switch (x) {
            case 1 -> 10;
            case 2, 3 -> 20;
            default -> 0;
        };
    }
}
