// A loop without a bound ends where its condition fails.
// task: safe
package tasks.loops;

import tasks.Input;

public class CountsUp {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0) {
            return;
        }
        int i = 0;
        while (i < n) {
            i++;
        }
        assert i >= 0;
    }
}
