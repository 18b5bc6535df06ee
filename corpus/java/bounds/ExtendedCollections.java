// A class of the program that extends a collection of the JDK: what is in it at entry may be what its public methods have put there.
package corpus.bounds;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.Stack;
import java.util.concurrent.locks.ReentrantLock;

public final class ExtendedCollections {
    private ExtendedCollections() {
    }

    static class Names extends ArrayList<String> {
        int filled() {
            if (size() > 0) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            return 0; // expect: reached
        }

        int firstOf() {
            if (isEmpty()) { // expect: true reached, false reached
                return -1;
            }
            String first = get(0);
            if (first == null) { // expect: true reached, false reached
                return -2;
            }
            return first.length() > 2 ? 1 : 2; // expect: true reached, false reached
        }

        boolean many() {
            return size() > 10; // expect: true possible(strict), false reached
        }
    }

    static int namesOf(Names names) {
        return names.size() == 2 ? 1 : 0; // expect: true reached, false reached
    }

    static class Ages extends HashMap<String, Integer> {
        int of(String name) {
            if (containsKey(name)) { // expect: true reached, false reached
                return 1;
            }
            return 0;
        }
    }

    static class Calls extends ArrayDeque<Object> {
        boolean waits() {
            return !isEmpty(); // expect: true reached, false reached
        }
    }

    static class Row extends LinkedList<Object> {
        boolean ends() {
            return peek() == null; // expect: true reached, false reached
        }
    }

    static class Pile extends Stack<Object> {
        Object upper() {
            return empty() ? null : peek(); // expect: true reached, false possible(strict)
        }
    }

    /** It puts something else there than it is given, so that nobody can tell what is in it. */
    static class Loud extends ArrayList<String> {
        @Override
        public boolean add(String text) {
            return super.add(text + "!");
        }

        int said() {
            return size() > 0 ? 1 : 0; // expect: true possible(strict), false reached
        }
    }

    /** There is no constructor that a test can call. */
    static final class Closed extends ArrayList<String> {
        private Closed(int capacity) {
            super(capacity);
        }

        int kept() {
            return size() > 0 ? 1 : 0; // expect: true possible(strict), false reached
        }
    }

    /** Another constructor of the lock makes it a fair one, and it may be held. */
    static class Gate extends ReentrantLock {
        boolean fair() {
            return isFair() ? true : false; // expect: true possible(strict), false reached
        }

        boolean held() {
            return isLocked() ? true : false; // expect: true possible(strict), false reached
        }
    }
}
