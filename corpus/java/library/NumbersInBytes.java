// Handles of numbers in arrays of bytes.
package corpus.library;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

public class NumbersInBytes {
    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LITTLE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    static int read(byte[] data, int at) {
        try {
            return (int) BIG.get(data, at) == 0x01020380 ? 1 : 2; // expect: true reached, false reached
        } catch (NullPointerException e) {
            return 3; // expect: reached
        } catch (IndexOutOfBoundsException e) {
            return data.length > 4 && at >= 0 ? 4 : 5; // expect: reached
        }
    }

    static int written(long number) {
        byte[] data = new byte[9];
        LITTLE.set(data, 1, number);
        boolean isIt = data[0] == 0 && data[1] == 5 && data[8] == -1;
        return isIt ? data[2] : -1; // expect: true reached, false reached
    }

    static int back(long number) {
        byte[] data = new byte[8];
        LITTLE.set(data, 0, number);
        return (long) LITTLE.get(data, 0) == number ? 1 : 2; // expect: true reached, false unreachable
    }

    static int signed(byte high) {
        byte[] data = {high, 1};
        return (short) SHORT.get(data, 0) < 0 ? 1 : 2; // expect: true reached, false reached
    }

    static boolean exchanged(byte[] data) {
        boolean wasOne = BIG.compareAndSet(data, 0, 1, 2);
        return wasOne; // expect: undecided(handle)
    }
}
