// A cast to short keeps what fits.
// task: safe
package tasks.arithmetic;

import tasks.Input;

public class NarrowingKeeps {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x < -300 || x > 300) {
            return;
        }
        short narrow = (short) x;
        byte low = (byte) narrow;
        assert narrow == x;
        assert (low & 0xff) == (x & 0xff);
    }
}
