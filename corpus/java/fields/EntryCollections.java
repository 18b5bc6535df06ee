// Pins: who looks at the entries of a map that a class keeps gives none of them a null value; who gets hold of one may.
// The line that nothing reaches stands in crates/cli/tests/inputs.rs.
package corpus.fields;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A class that looks at its entries, and does more with some. */
public class EntryCollections {
    private final Map<String, Integer> looked = new HashMap<>();
    private final Map<String, Integer> cleared = new HashMap<>();
    private final Map<String, Integer> handedOut = new HashMap<>();
    private final Map<String, Integer> passed = new HashMap<>();
    private final Map<String, Integer> kept = new HashMap<>();
    private final List<Map.Entry<String, Integer>> entries = new ArrayList<>();

    public void count(String name) {
        looked.merge(name, 1, Integer::sum);
        cleared.put(name, 1);
        handedOut.put(name, 1);
        passed.put(name, 1);
        kept.put(name, 1);
    }

    public int sum() {
        int sum = 0;
        for (Map.Entry<String, Integer> entry : looked.entrySet()) {
            sum += entry.getKey().length() * entry.getValue();
        }
        return sum;
    }

    public int ofLooked(String name) {
        if (looked.containsKey(name) && looked.get(name) == null) {
            return -1;
        }
        return 0;
    }

    public void clear() {
        for (Map.Entry<String, Integer> entry : cleared.entrySet()) {
            entry.setValue(null);
        }
    }

    public int ofCleared(String name) {
        if (cleared.containsKey(name) && cleared.get(name) == null) {
            return -1; // expect: reached
        }
        return 0;
    }

    public Set<Map.Entry<String, Integer>> handedOut() {
        return handedOut.entrySet();
    }

    public int ofHandedOut(String name) {
        if (handedOut.containsKey(name) && handedOut.get(name) == null) {
            return -1; // expect: reached
        }
        return 0;
    }

    public void pass() {
        for (Map.Entry<String, Integer> entry : passed.entrySet()) {
            forget(entry);
        }
    }

    private static void forget(Map.Entry<String, Integer> entry) {
        entry.setValue(null);
    }

    public int ofPassed(String name) {
        if (passed.containsKey(name) && passed.get(name) == null) {
            return -1; // expect: reached
        }
        return 0;
    }

    public void keep() {
        for (Map.Entry<String, Integer> entry : kept.entrySet()) {
            entries.add(entry);
        }
    }

    public void forgetKept() {
        entries.get(0).setValue(null);
    }

    public int ofKept(String name) {
        if (kept.containsKey(name) && kept.get(name) == null) {
            return -1; // expect: reached
        }
        return 0;
    }
}
