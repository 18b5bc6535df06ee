// A deque is a queue and a stack.
// task: safe
package tasks.containers;

import java.util.ArrayDeque;
import java.util.Deque;
import tasks.Input;

public class DequeOrder {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        Deque<Integer> deque = new ArrayDeque<>();
        deque.addLast(a);
        deque.addFirst(b);
        deque.addLast(a + 1);
        assert deque.pollFirst() == b;
        assert deque.pollLast() == a + 1;
        assert deque.size() == 1;
    }
}
