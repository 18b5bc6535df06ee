// A ring buffer overwrites its oldest element.
// task: unsafe
// inputs: 1, 2, 3, 4
package tasks.containers;

import tasks.Input;

public class RingBuffer {
    public static void main(String[] args) {
        int[] ring = new int[3];
        int next = 0;
        int oldest = Input.nextInt();
        ring[next++ % 3] = oldest;
        for (int i = 0; i < 3; i++) {
            int value = Input.nextInt();
            if (value == oldest) {
                return;
            }
            ring[next++ % 3] = value;
        }
        assert ring[0] == oldest;
    }
}
