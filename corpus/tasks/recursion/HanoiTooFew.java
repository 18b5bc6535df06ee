// A tower of three discs needs seven moves.
// task: unsafe
// inputs: 3
package tasks.recursion;

import tasks.Input;

public class HanoiTooFew {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 4) {
            return;
        }
        assert moves(n) <= 2 * n || n > 3;
    }

    static int moves(int n) {
        return n == 0 ? 0 : 2 * moves(n - 1) + 1;
    }
}
