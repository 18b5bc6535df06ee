// A class of the program that extends a class of the JDK: the constants that that class's constructor leaves are taken to be there at
// entry, and nothing is proved of what calls before may have made of them; other state of the JDK's is not known.
package corpus.library;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

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
        if (changes == 1) { // expect: true reached, false possible(strict)
            return pair.changes();
        }
        return -1; // expect: possible(strict)
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
            return one == other ? 1 : 2; // expect: true reached, false possible(strict)
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
            return 2; // expect: possible(strict)
        }
        for (int at = 0; at < 3; at++) {
            stack.add("clew");
        }
        return stack.size() == 3 ? stack.limit : -1; // expect: true reached, false possible(strict)
    }

    static int sizeOfAny(ArrayList<String> list) {
        if (list.size() == 2) { // expect: true reached, false reached
            return list instanceof Stack ? 1 : 2; // expect: true possible(strict), false reached
        }
        return list instanceof Stack ? 3 : 4; // expect: true reached, false reached
    }

    /** No constructor of its own leaves the list as that of ArrayList without parameters does. */
    static final class Sized extends ArrayList<String> {
        private final int limit;

        Sized(int limit) {
            super(limit + 100);
            this.limit = limit;
        }
    }

    static int added(Sized list) {
        list.add("clew");
        return list.size() > list.limit ? 1 : 2; // expect: true reached, false reached
    }

    static final class Weights extends HashMap<String, Integer> {
        int total;

        void count(String word) {
            merge(word, 1, Integer::sum);
            total++;
        }
    }

    static int counted(Weights weights, String word) {
        weights.count(word);
        weights.count(word);
        if (weights.get(word) == 2) { // expect: true reached
            return weights.total;
        }
        return -1;
    }

    static final class Lock extends ReentrantLock {
        int waits;
    }

    static int locked(Lock lock) {
        if (lock.waits > 0) { // expect: true reached, false reached
            return lock.isFair() ? 1 : 2; // expect: true possible(strict), false reached
        }
        return 0;
    }
}
