package scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** Plans the tasks of a day, the most urgent first. */
public class Scheduler {
    private final PriorityQueue<Task> waiting = new PriorityQueue<>();
    private final List<TimeSlot> busy = new ArrayList<>();
    private int clock;

    public Scheduler(int opensAt) {
        clock = opensAt;
    }

    public void submit(Task task) {
        waiting.add(task);
    }

    /** Gives the next task the next free time; null where nothing waits. */
    public TimeSlot planNext() {
        Task task = waiting.poll();
        if (task == null) {
            return null;
        }
        TimeSlot slot = new TimeSlot(clock, clock + task.minutes());
        busy.add(slot);
        clock = slot.end();
        return slot;
    }

    public boolean isFree(TimeSlot wanted) {
        for (TimeSlot slot : busy) {
            if (slot.overlaps(wanted)) {
                return false;
            }
        }
        return true;
    }

    /** The planned minutes. */
    public int plannedMinutes() {
        int sum = 0;
        for (TimeSlot slot : busy) {
            sum += slot.minutes();
        }
        return sum;
    }

    public int waitingTasks() {
        return waiting.size();
    }
}
