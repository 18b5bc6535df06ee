// Pins: Optional, run as the JDK's own code.
package corpus.collections;

import java.util.Optional;

public class Optionals {
    public static int present(String text) {
        Optional<String> some = Optional.ofNullable(text);
        if (some.isPresent()) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int mapped(Integer n) {
        int value = Optional.ofNullable(n).map(x -> x + 1).filter(x -> x > 10).orElse(-1);
        if (value == 20) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (value == 5) { // expect: true unreachable, false reached
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static String missing(String text) {
        return Optional.ofNullable(text).orElseThrow(IllegalStateException::new); // expect: reached
    }
}
