// The body of a `do` loop runs at least once.
// task: unsafe
// inputs: 0
package tasks.loops;

import tasks.Input;

public class DoWhileOnce {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 5) {
            return;
        }
        int rounds = 0;
        do {
            rounds++;
        } while (rounds < n);
        assert rounds == n;
    }
}
