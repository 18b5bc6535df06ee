// An int survives a cast to double.
// task: safe
package tasks.floats;

import tasks.Input;

public class DoubleKeepsInt {
    public static void main(String[] args) {
        int x = Input.nextInt();
        assert (int) (double) x == x;
    }
}
