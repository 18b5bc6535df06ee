// Objects that their constructor numbers by a static field are made by calls as well.
package corpus.statics;

import java.util.Comparator;
import java.util.PriorityQueue;

public class Numbered {
    public static class Job {
        private static long created;
        private final long number;
        private final int priority;

        public Job(int priority) {
            if (priority < 1) {
                throw new IllegalArgumentException("priority " + priority);
            }
            this.priority = priority;
            number = ++created;
        }

        public int priority() {
            return priority;
        }

        public boolean isFirst() {
            if (number == 1) {
                return true; // expect: reached
            }
            return false; // expect: reached
        }
    }

    private final PriorityQueue<Job> waiting = new PriorityQueue<>(Comparator.comparingInt(Job::priority));

    public int submit(Job job, String note) {
        waiting.add(job);
        if (note != null) {
            return waiting.size(); // expect: reached
        }
        return 0; // expect: reached
    }
}
