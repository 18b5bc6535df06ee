// A switch expression gives a value in each of its cases.
// task: safe
package tasks.semantics;

import tasks.Input;

public class SwitchYield {
    public static void main(String[] args) {
        int x = Input.nextInt();
        int value = switch (x & 3) {
            case 0, 1 -> 1;
            case 2 -> {
                int t = x;
                yield t & 3;
            }
            default -> 3;
        };
        assert value >= 1 && value <= 3;
        assert (x & 3) != 2 || value == 2;
    }
}
