// Pins: what a constructor copies from an object of another class keeps the invariants of that class, if nobody sees that object too early.
package corpus.fields;

import java.util.Objects;

public final class CopiedFields {
    private final String code;
    private final int size;
    private final String note;

    private CopiedFields(Builder builder) {
        code = builder.code;
        size = builder.size;
        note = builder.note;
    }

    public int length() {
        if (code == null) {
            return -1; // expect: unreachable(if class_invariant:corpus.fields.CopiedFields$Builder)
        }
        return code.length(); // expect: reached
    }

    public boolean isEmpty() {
        return size < 1; // expect: true unreachable(if class_invariant:corpus.fields.CopiedFields), false reached
    }

    public boolean hasNote() {
        return note != null; // expect: true reached, false reached
    }

    public static final class Builder {
        private final String code;
        private int size = 1;
        private String note;

        public Builder(String code) {
            this.code = Objects.requireNonNull(code);
        }

        public Builder size(int size) {
            if (size < 1) {
                throw new IllegalArgumentException("no size: " + size);
            }
            this.size = size;
            return this;
        }

        public Builder note(String note) {
            this.note = note;
            return this;
        }

        public CopiedFields build() {
            return new CopiedFields(this);
        }
    }

    /** Copies from an object whose constructor has not ended. */
    public static final class Hasty {
        private final String code;

        private Hasty(Early early) {
            code = early.code;
        }

        public int length() {
            if (code == null) {
                return -1; // expect: reached
            }
            return code.length(); // expect: reached
        }
    }

    public static final class Early {
        private final String code;
        private final Hasty made;

        public Early(String code) {
            made = new Hasty(this);
            this.code = Objects.requireNonNull(code);
        }

        public Hasty made() {
            return made;
        }
    }
}
