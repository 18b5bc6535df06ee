// A recursion that ends gives its value.
// task: safe
package tasks.semantics;

import tasks.Input;

public class RecursionEnds {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x > 3 && x < 5) {
            x = down(3);
        }
        assert x != 4;
    }

    static int down(int n) {
        return n == 0 ? 0 : down(n - 1);
    }
}
