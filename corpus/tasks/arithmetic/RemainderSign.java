// The remainder of a negative odd number is minus one.
// task: unsafe
// inputs: -3
package tasks.arithmetic;

import tasks.Input;

public class RemainderSign {
    public static void main(String[] args) {
        int x = Input.nextInt();
        boolean odd = x % 2 == 1;
        boolean lowBit = (x & 1) == 1;
        assert odd == lowBit;
    }
}
