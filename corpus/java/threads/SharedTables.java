// A table that others know may have changed while they were let in, also where its keys are unknown texts.
package corpus.threads;

import java.util.HashMap;

public class SharedTables {
    static HashMap<String, Integer> shown;
    static final Object LOCK = new Object();

    static int unknownKey(String first, String other) {
        if (first == null || other == null) {
            return 0; // expect: reached
        }
        HashMap<String, Integer> table = new HashMap<>();
        table.put(first, 1);
        shown = table;
        if (table.get(other) != null) {
            return 1; // expect: reached
        }
        synchronized (LOCK) {
            if (table.get(other) != null) {
                return 2; // expect: unreachable(within if single_thread)
            }
        }
        return 3; // expect: reached
    }

    static int ownTable(String first, String other) {
        if (first == null || other == null) {
            return 0; // expect: reached
        }
        HashMap<String, Integer> table = new HashMap<>();
        table.put(first, 1);
        synchronized (LOCK) {
            if (table.get(other) != null && !first.equals(other)) {
                return 1; // expect: unreachable(within)
            }
        }
        return 2; // expect: reached
    }
}
