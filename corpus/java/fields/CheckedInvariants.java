// Pins: what a constructor checks behind the write of a field, and what private constructors are passed, are invariants
// where nobody sees the object before.
package corpus.fields;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Fields that are checked behind the write, and constructors that only the class itself calls. */
public class CheckedInvariants {
    private final Clock clock;
    private final Instant start;
    private final Set<String> codes;
    private final int burst;

    CheckedInvariants(Clock clock, int burst, String... codes) {
        this.clock = clock;
        this.burst = burst;
        this.start = clock.instant();
        this.codes = Set.of(codes);
        if (burst < 1) {
            throw new IllegalArgumentException("burst");
        }
    }

    int share(int of) {
        return of / burst; // expect: throws java.lang.ArithmeticException unreachable(if class_invariant:corpus.fields.CheckedInvariants)
    }

    boolean has(Object code) {
        return codes == null || code == clock; // expect: throws java.lang.NullPointerException unreachable
    }

    int known() {
        if (clock == null) { // expect: true unreachable(if class_invariant:corpus.fields.CheckedInvariants), false reached
            return 1;
        }
        if (codes == null) { // expect: true unreachable(if class_invariant:corpus.fields.CheckedInvariants), false reached
            return 2;
        }
        return start == null ? 3 : 4;
    }

    /** Only its factories call the constructor. */
    static final class Ticket {
        private final String name;
        private final int number;

        private Ticket(String name, int number) {
            this.name = name;
            this.number = number;
        }

        static Ticket of(String name, int number) {
            if (name == null || number < 0) {
                throw new IllegalArgumentException();
            }
            return new Ticket(name, number);
        }

        static Ticket first() {
            return new Ticket("first", 7);
        }

        boolean isNamed() {
            return name != null; // expect: true reached, false unreachable(if class_invariant:corpus.fields.CheckedInvariants$Ticket)
        }

        boolean isNumbered() {
            return number >= 0; // expect: true reached, false unreachable(if class_invariant:corpus.fields.CheckedInvariants$Ticket)
        }
    }

    /** Another class of the nest passes null. */
    static final class Open {
        private final String name;

        private Open(String name) {
            this.name = name;
        }

        static Open of(String name) {
            return new Open(name.trim());
        }

        boolean isNamed() {
            return name != null; // expect: true reached, false reached
        }

        static class Maker {
            Open make() {
                return new Open(null);
            }
        }
    }

    /** A reference to the constructor is handed out. */
    static final class Referenced {
        private final String name;

        private Referenced(String name) {
            this.name = name;
        }

        static Referenced of(String name) {
            return new Referenced(name.trim());
        }

        static Function<String, Referenced> maker() {
            return Referenced::new;
        }

        boolean isNamed() {
            return name != null; // expect: true reached, false reached
        }
    }

    /** Others see the object before it is checked. */
    static final class Listed {
        static final List<Listed> ALL = new ArrayList<>();
        private final String name;

        Listed(String name) {
            this.name = name;
            ALL.add(this);
            if (name == null) {
                throw new IllegalArgumentException();
            }
        }

        boolean isNamed() {
            return name != null; // expect: true reached, false reached
        }
    }

    /** The check is caught. */
    static final class Lenient {
        private final String name;
        private final int length;

        Lenient(String name) {
            this.name = name;
            int found;
            try {
                found = name.length();
            } catch (NullPointerException none) {
                found = -1;
            }
            this.length = found;
        }

        boolean isNamed() {
            return name != null; // expect: true reached, false reached
        }

        boolean isShort() {
            return length < 0; // expect: true reached, false reached
        }
    }

    /** The parameter is another one by the time of the check. */
    static final class Replaced {
        private final String name;

        Replaced(String name) {
            this.name = name;
            name = "other";
            if (name == null) {
                throw new IllegalArgumentException();
            }
        }

        boolean isNamed() {
            return name != null; // expect: true reached, false reached
        }
    }

    /** Its superclass shows it before its own constructor checks. */
    static class Shown {
        static Shown last;

        Shown() {
            last = this;
        }
    }

    static final class Late extends Shown {
        private final String name;

        Late(String name) {
            this.name = name;
            if (name == null) {
                throw new IllegalArgumentException();
            }
        }

        boolean isNamed() {
            return name != null; // expect: true reached, false reached
        }
    }
}
