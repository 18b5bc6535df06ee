// Pins: iterators of lists, and for loops over them, run as the JDK's own code.
package corpus.collections;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

public class Iterators {
    public static int removed(int a, int b) {
        List<Integer> list = new ArrayList<>(List.of(a, b));
        Iterator<Integer> numbers = list.iterator();
        while (numbers.hasNext()) {
            if (numbers.next() < 0) { // expect: true reached, false reached
                numbers.remove();
            }
        }
        if (list.isEmpty()) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return list.size() == 2 ? 2 : 3; // expect: reached
    }

    public static int sum(int a, int b) {
        int sum = 0;
        for (int number : List.of(a, b, 3)) {
            sum += number;
        }
        if (sum == 10) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
