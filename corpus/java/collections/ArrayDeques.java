// Pins: ArrayDeque, run as the JDK's own code.
package corpus.collections;

import java.util.ArrayDeque;

public class ArrayDeques {
    public static int stack(int n) {
        ArrayDeque<Integer> stack = new ArrayDeque<>();
        stack.push(1);
        stack.push(n);
        if (stack.pop() == 6 && stack.peek() == 1) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int queue(int n) {
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.offer(n);
        queue.offer(2);
        if (queue.poll() == 2) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int none(Object given) {
        ArrayDeque<Object> queue = new ArrayDeque<>();
        try {
            queue.add(given);
            return queue.size(); // expect: reached
        } catch (NullPointerException refused) {
            return -1; // expect: reached
        }
    }
}
