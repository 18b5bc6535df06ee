// Pins: java.util.Collections and Objects, run as the JDK's own code.
package corpus.collections;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

public class CollectionsHelpers {
    public static int greatest(int a, int b) {
        List<Integer> list = new ArrayList<>();
        list.add(a);
        list.add(b);
        if (Collections.max(list) < a) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        if (Collections.max(list) > a) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int fixed(int a) {
        List<Integer> list = Collections.unmodifiableList(new ArrayList<>());
        try {
            list.add(a);
            return 1; // expect: unreachable
        } catch (UnsupportedOperationException refused) {
            return 0; // expect: reached
        }
    }

    public static int required(Object given) {
        Objects.requireNonNull(given, "given");
        if (given == null) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int reversed(int a) {
        List<Integer> list = new ArrayList<>();
        list.add(a);
        list.add(2);
        Collections.reverse(list);
        if (list.get(0) != 2) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return Objects.equals(list.get(1), 4) ? 2 : 3; // expect: reached
    }
}
