// A tower of n discs takes two to the n minus one moves.
// task: safe
package tasks.recursion;

import tasks.Input;

public class Hanoi {
    public static void main(String[] args) {
        int n = Input.nextInt();
        if (n < 0 || n > 4) {
            return;
        }
        moves = 0;
        move(n, 0, 1, 2);
        assert moves == (1 << n) - 1;
    }

    static int moves;

    static void move(int n, int from, int to, int by) {
        if (n == 0) {
            return;
        }
        move(n - 1, from, by, to);
        moves++;
        move(n - 1, by, to, from);
    }
}
