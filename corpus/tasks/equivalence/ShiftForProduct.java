// A shift in the place of a product.
// task: safe
package tasks.equivalence;

import tasks.Input;

public class ShiftForProduct {
    public static void main(String[] args) {
        int x = Input.nextInt();
        assert x * 9 == (x << 3) + x;
    }
}
