// An unsigned shift of a byte begins with the sign.
// task: unsafe
// inputs: -1
package tasks.semantics;

import tasks.Input;

public class UnsignedShiftOfByte {
    public static void main(String[] args) {
        byte b = Input.nextByte();
        int high = b >>> 4;
        assert high >= 0 && high <= 15 || b >= 0;
    }
}
