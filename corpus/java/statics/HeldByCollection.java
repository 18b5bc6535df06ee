// Pins: what a static field holds through a collection or an optional value of the JDK may be an input.
package corpus.statics;

import java.util.List;
import java.util.Optional;

public class HeldByCollection {
    static final class Unit {
        int size;
    }

    static final Optional<Unit> STANDARD = Optional.of(new Unit());
    static final List<Unit> ALL = List.of(new Unit(), new Unit());

    public static boolean isStandard(Unit unit) {
        if (unit == STANDARD.get()) {
            return true; // expect: possible(strict)
        }
        return false; // expect: reached
    }

    public static int enlarge(Unit unit) {
        int before = ALL.get(0).size;
        unit.size = before + 1;
        if (ALL.get(0).size != before) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: reached
    }
}
