// Pins: what the JDK returns of what the program gave it is assumed and never certain.
package corpus.traps;

import java.time.LocalDateTime;
import java.util.function.Predicate;

public class PassedThrough {
    /** An adjuster may return null, and the JDK passes that on. */
    static int adjusted(LocalDateTime when) {
        return when.with(temporal -> null) == null ? 1 : 2; // expect: true possible
    }

    static int negated(Predicate<String> text) {
        return Predicate.not(text) == null ? 1 : 2; // expect: true possible, false reached
    }

    interface Named {
        default String name() {
            return "x";
        }
    }

    interface Nameless extends Named {
        @Override
        default String name() {
            return null;
        }
    }

    static class Plain implements Named {}

    static class Both implements Runnable, Nameless {
        @Override
        public void run() {}

        @Override
        public String name() {
            return "both";
        }
    }

    /** A lambda may have both interfaces, and the name of the second. */
    static int marked(Named named) {
        if (named == null) {
            return 0;
        }
        return named.name() == null ? 1 : 2; // expect: true possible, false reached
    }

    interface Odd extends Predicate<String> {
        @Override
        default Predicate<String> negate() {
            return null;
        }
    }

    /** An interface of the program breaks what the JDK documents. */
    static int broken(Predicate<String> text) {
        if (text == null) {
            return 0;
        }
        return text.negate() == null ? 1 : 2; // expect: true possible
    }
}
