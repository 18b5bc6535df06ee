// A priority queue gives its elements in order.
// task: safe
package tasks.containers;

import java.util.PriorityQueue;
import tasks.Input;

public class PriorityQueueOrder {
    public static void main(String[] args) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        for (int i = 0; i < 3; i++) {
            queue.add(Input.nextInt());
        }
        int first = queue.poll();
        int second = queue.poll();
        assert first <= second && second <= queue.poll();
    }
}
