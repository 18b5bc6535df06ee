// A cast to short loses the upper bits.
// task: unsafe
// inputs: 40000
package tasks.arithmetic;

import tasks.Input;

public class NarrowingLoses {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x < 0 || x > 50000) {
            return;
        }
        short narrow = (short) x;
        assert narrow == x;
    }
}
