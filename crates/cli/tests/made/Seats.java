package demo;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Books seats of sessions, which a builder makes, and which are open before anybody registers. */
public class Seats {
    public interface Mail {
        void send(String to, String text);
    }

    public static final class Session {
        private final String code;
        private final int seats;
        private boolean open;
        private final Set<String> attendees = new LinkedHashSet<>();

        private Session(String code, int seats) {
            this.code = code;
            this.seats = seats;
        }

        public static Builder builder(String code) {
            return new Builder(code);
        }

        public boolean isOpen() {
            return open;
        }

        public void open() {
            open = true;
        }

        public int free() {
            return seats - attendees.size();
        }

        public boolean has(String email) {
            return attendees.contains(email);
        }

        public boolean register(String email) {
            if (!open) {
                throw new IllegalStateException("closed: " + code);
            }
            return free() > 0 && attendees.add(email);
        }
    }

    public static final class Builder {
        private final String code;
        private int seats = 1;

        Builder(String code) {
            if (code.isEmpty()) {
                throw new IllegalArgumentException("code");
            }
            this.code = code;
        }

        public Builder seats(int seats) {
            this.seats = seats;
            return this;
        }

        public Session build() {
            return new Session(code, seats);
        }
    }

    private final Mail mail;
    private final Map<String, Integer> bookings = new HashMap<>();

    public Seats(Mail mail) {
        this.mail = Objects.requireNonNull(mail);
    }

    public String book(Session session, String email) {
        if (!session.isOpen()) {
            return "closed";
        }
        if (session.has(email)) {
            return "duplicate";
        }
        if (session.free() == 0) {
            return "full";
        }
        session.register(email);
        bookings.merge(email, 1, Integer::sum);
        mail.send(email, "Booked");
        return "ok";
    }

    public int count(String email) {
        return bookings.getOrDefault(email, 0);
    }

    public boolean move(Session from, Session to, String email) {
        if (!from.has(email) || to.free() <= 0) {
            return false;
        }
        return to.register(email);
    }
}
