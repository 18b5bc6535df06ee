// Pins: ArrayList, run as the JDK's own code.
package corpus.collections;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;

public class ArrayLists {
    public static int sizes(int n) {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        list.add(n);
        if (list.size() != 2) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        if (list.get(1) == 9) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int beyond(int at) {
        List<String> list = new ArrayList<>();
        list.add("a");
        list.add("b");
        try {
            if (list.get(at).equals("b")) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            return 2; // expect: reached
        } catch (IndexOutOfBoundsException outside) {
            return 3; // expect: reached
        }
    }

    public static int removed(int n) {
        List<Integer> list = new ArrayList<>();
        list.add(7);
        list.add(n);
        list.remove(0);
        if (list.get(0) == 3 && list.size() == 1) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int changed() {
        List<Integer> list = new ArrayList<>();
        list.add(1);
        list.add(2);
        try {
            for (Integer number : list) {
                list.add(number);
            }
            return 0; // expect: unreachable
        } catch (ConcurrentModificationException changed) {
            return 1; // expect: reached
        }
    }
}
