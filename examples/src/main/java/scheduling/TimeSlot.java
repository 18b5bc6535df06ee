package scheduling;

/** A time of the day, in minutes; the end is not part of it. */
public record TimeSlot(int start, int end) {
    private static final int DAY = 24 * 60;

    /** Checks the order of the two ends. */
    public TimeSlot {
        if (start < 0 || end > DAY || start >= end) {
            throw new IllegalArgumentException("no slot from " + start + " to " + end);
        }
    }

    public int minutes() {
        return end - start;
    }

    public boolean overlaps(TimeSlot other) {
        return start < other.end && other.start < end;
    }

    public TimeSlot shift(int minutes) {
        return new TimeSlot(start + minutes, end + minutes);
    }
}
