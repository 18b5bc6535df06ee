// Pins: LinkedList, run as the JDK's own code.
package corpus.collections;

import java.util.LinkedList;
import java.util.NoSuchElementException;

public class LinkedLists {
    public static int ends(int n) {
        LinkedList<Integer> list = new LinkedList<>();
        list.addLast(n);
        list.addFirst(1);
        if (list.getLast() == 8) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int empty(boolean filled) {
        LinkedList<String> list = new LinkedList<>();
        if (filled) { // expect: true reached, false reached
            list.add("x");
        }
        try {
            list.removeFirst();
            return 1; // expect: reached
        } catch (NoSuchElementException none) {
            return 0; // expect: reached
        }
    }

    public static int found(int n) {
        LinkedList<Integer> list = new LinkedList<>();
        list.add(10);
        list.add(20);
        if (list.indexOf(n) == 1) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
