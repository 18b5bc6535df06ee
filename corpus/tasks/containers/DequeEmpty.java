// A queue may be empty when it is polled.
// task: unsafe
// inputs: false
package tasks.containers;

import java.util.ArrayDeque;
import java.util.Deque;
import tasks.Input;

public class DequeEmpty {
    public static void main(String[] args) {
        Deque<String> deque = new ArrayDeque<>();
        if (Input.nextBoolean()) {
            deque.add("job");
        }
        String next = deque.poll();
        assert next != null;
    }
}
