// A class of the program that extends a class of the JDK: what that class's constructor leaves as zeros and nulls is taken to be so
// at entry, within a stated bound; other state of the JDK's is not known.
package corpus.library;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

public final class InheritedState {
    private InheritedState() {
    }

    static final class Pair extends AbstractList<String> {
        String first;
        String second;

        @Override
        public String get(int index) {
            return index == 0 ? first : second;
        }

        @Override
        public int size() {
            return second == null ? 1 : 2;
        }

        int changes() {
            modCount++;
            return modCount;
        }
    }

    static final class Lone extends AbstractMap<String, String> {
        Set<Map.Entry<String, String>> entries;

        @Override
        public Set<Map.Entry<String, String>> entrySet() {
            return entries;
        }
    }

    static final class Stack extends ArrayList<String> {
        int limit;
    }

    static int counted(Pair pair) {
        int changes = pair.changes();
        if (changes == 1) { // expect: true reached, false unreachable(within)
            return pair.changes();
        }
        return -1; // expect: unreachable(within)
    }

    static int iterated(Pair pair) {
        int found = 0;
        Iterator<String> names = pair.iterator();
        while (names.hasNext()) {
            String name = names.next();
            if (name == null) { // expect: true reached, false reached
                found += 10;
            } else if (name.equals("clew")) { // expect: true reached, false reached
                found += 1;
            }
        }
        if (found == 11) {
            return 1; // expect: reached
        }
        return found;
    }

    static int twoOfThem(Pair one, Pair other) {
        one.changes();
        if (other.changes() == 2) { // expect: true reached, false reached
            return one == other ? 1 : 2; // expect: true reached, false unreachable(within)
        }
        return 0;
    }

    static boolean viewed(Lone map) {
        return map.keySet() == map.keySet(); // expect: reached
    }

    static int kept(Stack stack) {
        if (stack.limit > 3) { // expect: true reached, false reached
            return 1;
        }
        if (stack.size() > 2) {
            return 2; // expect: undecided(ArrayList)
        }
        return 0;
    }
}
