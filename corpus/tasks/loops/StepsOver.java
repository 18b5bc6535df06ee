// A counter that goes up by two may step over the limit.
// task: unsafe
// inputs: 7
package tasks.loops;

import tasks.Input;

public class StepsOver {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 1000) {
            return;
        }
        int i = 0;
        while (i < n) {
            i += 2;
        }
        assert i == n;
    }
}
