package demo;

import java.time.LocalDate;
import java.util.function.Consumer;

public class Booking {
    public interface Mail {
        void send(String to, String text);
    }

    /** Is equal to nothing, not even to itself. */
    public static class Ticket {
        final int number;

        public Ticket(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return false;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    private final Mail mail;

    public Booking(Mail mail) {
        this.mail = mail;
    }

    public boolean book(String email, int day) {
        if (day < 1) {
            return false;
        }
        mail.send(email, "Confirmed: day " + day);
        return true;
    }

    public static void dayAfter(LocalDate day, Consumer<LocalDate> told) {
        told.accept(day.plusDays(1));
    }

    public static void twice(Runnable action) {
        action.run();
        action.run();
    }

    public static void hand(Ticket ticket, Consumer<Ticket> taker) {
        if (ticket != null) {
            taker.accept(ticket);
        }
    }
}
