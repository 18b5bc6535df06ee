package demo;

import java.time.LocalDate;
import java.time.Month;
import java.util.HashMap;
import java.util.Map;

/** Arguments that a path does not look at. */
public class Desk {
    public enum Size {
        SMALL, LARGE
    }

    public record Visitor(String name) {
        public Visitor {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a visitor has a name");
            }
        }
    }

    private final Map<String, Visitor> visitors = new HashMap<>();
    private Visitor host;

    /** Neither the visitor nor the day matters where the number is wrong. */
    public int book(Visitor visitor, LocalDate day, Month until, Size size, int number) {
        if (number <= 0) {
            throw new IllegalArgumentException("number must be positive");
        }
        return day.getYear() + until.getValue() + size.ordinal() + visitor.name().length();
    }

    public Desk withHost(Visitor host) {
        this.host = host;
        return this;
    }

    public Visitor host() {
        return host;
    }

    public boolean isIn(String name, LocalDate day) {
        return visitors.containsKey(name) && day.getYear() > 2000;
    }
}
