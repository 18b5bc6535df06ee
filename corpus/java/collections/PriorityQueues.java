// Pins: PriorityQueue, run as the JDK's own code.
package corpus.collections;

import java.util.PriorityQueue;

public class PriorityQueues {
    public static int least(int n) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        queue.add(5);
        queue.add(n);
        queue.add(9);
        int least = queue.poll();
        if (least > 5) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        if (least == 5) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }
}
