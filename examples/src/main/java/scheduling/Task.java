package scheduling;

/** Work to be done; the most urgent has priority 1. */
public record Task(String name, int minutes, int priority) implements Comparable<Task> {
    /** Checks that the work takes time. */
    public Task {
        if (minutes <= 0) {
            throw new IllegalArgumentException(name + " takes no time");
        }
    }

    @Override
    public int compareTo(Task other) {
        if (priority != other.priority) {
            return Integer.compare(priority, other.priority);
        }
        return Integer.compare(minutes, other.minutes);
    }

    /** What it costs to be late. */
    public int penalty(int daysLate) {
        if (daysLate <= 0) {
            return 0;
        }
        int daily = priority == 1 ? 50 : 20;
        return Math.min(daily * daysLate, 500);
    }
}
