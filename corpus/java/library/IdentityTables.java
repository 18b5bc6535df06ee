// Pins: a table of objects without hash codes of their own is followed, and of their hash codes nothing is proved.
package corpus.library;

import java.util.HashMap;
import java.util.Map;

public class IdentityTables {
    private static final class Key {
    }

    public static int lookup(boolean other) {
        Key key = new Key();
        Map<Key, Integer> numbers = new HashMap<>();
        numbers.put(key, 4);
        Integer found = numbers.get(other ? new Key() : key);
        if (found == null) {
            return -1; // expect: reached
        }
        return found; // expect: reached
    }

    public static int low() {
        if ((new Key().hashCode() & 1) == 0) {
            return 0; // expect: possible(strict)
        }
        return 1; // expect: possible(strict)
    }
}
