// Pins: what a class puts into the collections that it keeps to itself holds of those of the input, unless others can fill them too.
// The lines that nothing reaches stand in crates/cli/tests/inputs.rs: classes of the corpus that extend ArrayList leave them open here.
package corpus.fields;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;

/** A class that puts no null into its collections, but for one, and lets nobody else do so, but for three. */
public class FullCollections {
    private final List<String> names = new ArrayList<>();
    private final Map<String, int[]> counts = new HashMap<>();
    private final Map<String, List<String>> groups = new LinkedHashMap<>();
    private final List<String> fixed;
    private final List<String> anything = new ArrayList<>();
    private final List<String> handedOut = new ArrayList<>();
    private final List<String> given;
    private final List<String> viewed = new ArrayList<>();
    private List<String> late;

    public FullCollections(String name, List<String> given) {
        names.add("first");
        fixed = List.copyOf(given);
        this.given = given;
        if (name != null) {
            names.add(name);
        }
        handedOut.add("first");
        viewed.add("first");
    }

    public void add(String name) {
        if (name == null) {
            throw new IllegalArgumentException("name");
        }
        names.add(name);
        anything.add(name);
    }

    public void addAnything(String text) {
        anything.add(text);
    }

    public void count(String name) {
        counts.put(name, new int[] {1});
    }

    public void group(String name) {
        groups.computeIfAbsent(name, none -> new ArrayList<>()).add(name);
    }

    public List<String> handedOut() {
        return handedOut;
    }

    public List<String> viewed() {
        return viewed.subList(0, 1);
    }

    public List<String> fixed() {
        return fixed;
    }

    public void begin(String text) {
        late = new ArrayList<>();
        late.add(text + "!");
    }

    public int ofNames() {
        int sum = 0;
        for (String name : names) {
            if (name == null) {
                return -1;
            }
            sum++;
        }
        return sum;
    }

    public int ofCounts(String name) {
        if (counts.containsKey(name) && counts.get(name) == null) {
            return -1;
        }
        return 0;
    }

    public int ofGroups(String name) {
        if (groups.containsKey(name) && groups.get(name) == null) {
            return -1;
        }
        return 0;
    }

    public int ofFixed() {
        for (String text : fixed) {
            if (text == null) {
                return -1;
            }
        }
        return 0;
    }

    public int ofLate() {
        if (late != null && late.size() == 1 && late.get(0) == null) {
            return -1;
        }
        return 0;
    }

    public int ofAnything() {
        if (anything.size() == 1 && anything.get(0) == null) {
            return -1; // expect: reached
        }
        return 0;
    }

    public int ofHandedOut() {
        if (handedOut.size() == 1 && handedOut.get(0) == null) {
            return -1; // expect: reached
        }
        return 0;
    }

    public int ofGiven() {
        if (given.size() == 1 && given.get(0) == null) {
            return -1; // expect: reached
        }
        return 0;
    }

    public int ofViewed() {
        if (viewed.size() == 1 && viewed.get(0) == null) {
            return -1; // expect: reached
        }
        return 0;
    }

    /** Whoever is handed a list may fill it. */
    public static class Lent {
        private final List<String> lent = new ArrayList<>();

        public void lend() {
            lent.add("own");
            Collections.addAll(lent, (String) null);
        }

        public int look() {
            if (lent.size() == 1 && lent.get(0) == null) {
                return -1; // expect: reached
            }
            return 0;
        }
    }

    /** A function may return null in place of what is there. */
    public static class Replaced {
        private final List<String> texts = new ArrayList<>();

        public void add() {
            texts.add("text");
        }

        public void replace() {
            texts.replaceAll(text -> null);
        }

        public int look() {
            if (texts.size() == 1 && texts.get(0) == null) {
                return -1; // expect: reached
            }
            return 0;
        }
    }

    /** A method of the program that is called as one of a list's is. */
    public static class Helped {
        private final List<String> texts = new ArrayList<>();

        public void fill() {
            size(texts);
        }

        public void add() {
            texts.add("text");
        }

        static int size(List<String> list) {
            list.add(null);
            return list.size();
        }

        public int look() {
            if (texts.size() == 1 && texts.get(0) == null) {
                return -1; // expect: reached
            }
            return 0;
        }
    }

    /** What goes over a linked list can change it. */
    public static class Walked {
        private final List<String> texts = new LinkedList<>();

        public void add() {
            texts.add("text");
        }

        public void walk() {
            ListIterator<String> walker = (ListIterator<String>) texts.iterator();
            walker.next();
            walker.set(null);
        }

        public int look() {
            if (texts.size() == 1 && texts.get(0) == null) {
                return -1; // expect: reached
            }
            return 0;
        }
    }
}
