// Pins: TreeMap: the order is that of the keys, run as the JDK's own code.
package corpus.collections;

import java.util.TreeMap;

public class TreeMaps {
    public static int nearest(int key) {
        TreeMap<Integer, String> map = new TreeMap<>();
        map.put(20, "b");
        map.put(10, "a");
        Integer floor = map.floorKey(key);
        if (floor == null) { // expect: true reached, false reached
            return 0; // expect: reached
        }
        if (floor == 10) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int first(int a, int b) {
        TreeMap<Integer, Integer> map = new TreeMap<>();
        map.put(a, 1);
        map.put(b, 2);
        if (map.firstKey() > map.lastKey()) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        if (map.size() == 1) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }
}
