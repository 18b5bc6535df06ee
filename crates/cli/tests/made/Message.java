package demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A mail: objects come from the builder alone. */
public final class Message {
    private final String to;
    private final String subject;
    private final int priority;
    private final List<String> lines;

    private Message(Builder builder) {
        this.to = Objects.requireNonNull(builder.to, "to");
        this.subject = builder.subject;
        this.priority = builder.priority;
        this.lines = new ArrayList<>(builder.lines);
    }

    public static Builder builder() {
        return new Builder();
    }

    public boolean isUrgent() {
        return priority > 7 && !subject.isEmpty();
    }

    public int score(int bonus) {
        if (lines.isEmpty()) {
            return bonus;
        }
        if (priority == 3 && bonus > 10) {
            return lines.size() * bonus;
        }
        return priority + lines.size();
    }

    public String header() {
        if (subject == null) {
            return to;
        }
        return to + ": " + subject;
    }

    public Builder toBuilder() {
        Builder copy = new Builder().to(to).subject(subject).priority(priority);
        for (String line : lines) {
            copy.line(line);
        }
        return copy;
    }

    public static final class Builder {
        private String to;
        private String subject;
        private int priority = 5;
        private final List<String> lines = new ArrayList<>();

        private Builder() {
        }

        public Builder to(String to) {
            this.to = to;
            return this;
        }

        public Builder subject(String subject) {
            this.subject = subject;
            return this;
        }

        public Builder priority(int priority) {
            if (priority < 0 || priority > 9) {
                throw new IllegalArgumentException("priority: " + priority);
            }
            this.priority = priority;
            return this;
        }

        public Builder line(String line) {
            lines.add(line);
            return this;
        }

        public Message build() {
            return new Message(this);
        }
    }
}
