package demo;

import java.util.ArrayList;
import java.util.List;

/** Keeps tickets that it makes itself, so that only what it returns can be raised. */
public class Counter {
    private final List<Ticket> waiting = new ArrayList<>();

    public Ticket take(String title) {
        Ticket ticket = new Ticket(title);
        waiting.add(ticket);
        return ticket;
    }

    public int urgent() {
        int count = 0;
        for (Ticket ticket : waiting) {
            if (ticket.isUrgent()) {
                count++;
            }
        }
        return count;
    }
}
