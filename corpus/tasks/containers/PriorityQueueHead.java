// The head of a priority queue is the least, not the first.
// task: unsafe
// inputs: 2, 1
package tasks.containers;

import java.util.PriorityQueue;
import tasks.Input;

public class PriorityQueueHead {
    public static void main(String[] args) {
        PriorityQueue<Integer> queue = new PriorityQueue<>();
        int a = Input.nextInt();
        int b = Input.nextInt();
        queue.add(a);
        queue.add(b);
        assert queue.peek() == a;
    }
}
