// Pins: BitSet, run as the JDK's own code.
package corpus.collections;

import java.util.BitSet;

public class BitSets {
    public static int set(int at) {
        BitSet bits = new BitSet();
        bits.set(3);
        bits.set(70);
        try {
            if (bits.get(at)) { // expect: true reached, false reached
                return at; // expect: reached
            }
            return -1; // expect: reached
        } catch (IndexOutOfBoundsException negative) {
            return -2; // expect: reached
        }
    }

    public static int counted(boolean second) {
        BitSet bits = new BitSet(8);
        bits.set(1);
        bits.set(2, second);
        if (bits.cardinality() == 2) { // expect: true reached, false reached
            return bits.nextSetBit(2); // expect: reached
        }
        return 0; // expect: reached
    }
}
