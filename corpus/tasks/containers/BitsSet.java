// The cardinality of a set of bits is at most the number of its calls.
// task: safe
package tasks.containers;

import java.util.BitSet;
import tasks.Input;

public class BitsSet {
    public static void main(String[] args) {
        BitSet bits = new BitSet();
        for (int i = 0; i < 3; i++) {
            int at = Input.nextInt();
            if (at >= 0 && at < 64) {
                bits.set(at);
            }
        }
        assert bits.cardinality() <= 3;
    }
}
