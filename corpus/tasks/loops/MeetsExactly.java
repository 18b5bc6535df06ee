// A counter that goes up by one meets the limit, however far it is.
// task: safe
package tasks.loops;

import tasks.Input;

public class MeetsExactly {
    public static void main(String[] args) {
        int n = Input.nextInt();
        int i = 0;
        while (i < n) {
            i++;
        }
        assert n < 0 || i == n;
    }
}
