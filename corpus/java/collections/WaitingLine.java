// A receiver keeps a collection of which no input holds anything. Calls of the class fill it.
package corpus.collections;

import java.util.Comparator;
import java.util.PriorityQueue;

public class WaitingLine {
    public static class Job {
        private final int priority;

        public Job(int priority) {
            this.priority = priority;
        }

        public int priority() {
            return priority;
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

    public int next() {
        if (waiting.isEmpty()) {
            return 0; // expect: reached
        }
        Job job = waiting.poll();
        return job.priority(); // expect: reached
    }

    public int urgent() {
        int urgent = 0;
        for (Job job : waiting) {
            if (job.priority() >= 8) {
                urgent++; // expect: reached
            }
        }
        return urgent; // expect: reached
    }
}
