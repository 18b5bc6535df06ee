// Pins: HashSet, run as the JDK's own code.
package corpus.collections;

import java.util.HashSet;
import java.util.Set;

public class HashSets {
    public static int twice(int a, int b) {
        Set<Integer> set = new HashSet<>();
        set.add(a);
        if (!set.add(b)) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return set.size(); // expect: reached
    }

    public static int contains(String text) {
        Set<String> set = new HashSet<>();
        set.add("x");
        set.add("yy");
        if (set.contains(text) && text.length() == 2) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
