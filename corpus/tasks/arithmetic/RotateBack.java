// A rotation to the left is undone by one to the right.
// task: safe
package tasks.arithmetic;

import tasks.Input;

public class RotateBack {
    public static void main(String[] args) {
        int x = Input.nextInt();
        int by = Input.nextInt() & 31;
        assert Integer.rotateRight(Integer.rotateLeft(x, by), by) == x;
    }
}
