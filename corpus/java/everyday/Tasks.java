// open
// clew: --budget 1s
// Pins: tasks with priorities in queues, and what is done with them.
package corpus.everyday;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.logging.Logger;

public final class Tasks {
    private static final Logger LOG = Logger.getLogger(Tasks.class.getName());

    private Tasks() {
    }

    record Task(String name, int priority) {
        Task {
            if (name == null || name.isBlank()) {
                throw new IllegalArgumentException("no name");
            }
            if (priority < 1) {
                priority = 1;
            }
        }
    }

    static int first(int a, int b) {
        PriorityQueue<Task> queue = new PriorityQueue<>(Comparator.comparingInt(Task::priority));
        queue.add(new Task("a", a));
        queue.add(new Task("b", b));
        Task task = queue.poll();
        if (task.priority() < 1) {
            return -1; // expect: unreachable
        }
        if (task.priority() > Math.max(1, b)) {
            return -2; // expect: unreachable
        }
        LOG.info(() -> "next: " + task);
        if (task.name().equals("b")) {
            return 2; // expect: reached
        }
        return 1; // expect: reached
    }

    static int named(String name) {
        Task task = new Task(name, 0);
        if (task.name().isEmpty() || task.priority() != 1) {
            return -1; // expect: unreachable
        }
        if (task.name().length() == 5) {
            return 5; // expect: reached
        }
        return 0; // expect: reached
    }

    static int undone(boolean more) {
        Deque<String> done = new ArrayDeque<>();
        done.push("open");
        if (more) {
            done.push("edit");
        }
        String last = done.pop();
        if (last.equals("edit")) {
            if (done.isEmpty()) {
                return -1; // expect: unreachable
            }
            return 1; // expect: reached
        }
        if (!done.isEmpty()) {
            return -2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static boolean urgent(Task task, int limit) {
        if (task == null) {
            return false; // expect: reached
        }
        if (task.priority() <= 0) {
            throw new IllegalStateException(); // expect: unreachable
        }
        if (task.name().length() == 0) {
            throw new IllegalStateException(); // expect: unreachable
        }
        return task.priority() < limit; // expect: reached
    }
}
