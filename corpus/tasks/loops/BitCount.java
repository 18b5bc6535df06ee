// Clearing the lowest bit counts the bits.
// task: safe
package tasks.loops;

import tasks.Input;

public class BitCount {
    public static void main(String[] args) {
        int x = Input.nextInt() & 0xff;
        int rest = x;
        int count = 0;
        while (rest != 0) {
            rest &= rest - 1;
            count++;
        }
        assert count == Integer.bitCount(x);
    }
}
