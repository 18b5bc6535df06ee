package demo;

/** Numbers its objects, and counts them. */
public final class Ticket {
    private static long counter = 1000;
    private static int opened;

    private final long id;
    private boolean urgent;

    public Ticket(String title) {
        if (title.isEmpty()) {
            throw new IllegalArgumentException("title");
        }
        id = counter++;
        opened++;
    }

    public long id() {
        return id;
    }

    public void raise() {
        urgent = true;
    }

    public boolean isUrgent() {
        return urgent;
    }

    public String label() {
        return String.format("#%05d", id);
    }

    public static int opened() {
        return opened;
    }

    public boolean isBefore(Ticket other) {
        return id < other.id;
    }
}
