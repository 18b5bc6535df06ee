// Pins: HashMap, run as the JDK's own code.
package corpus.collections;

import java.util.HashMap;
import java.util.Map;

public class HashMaps {
    public static int byText(String key) {
        Map<String, Integer> map = new HashMap<>();
        map.put("one", 1);
        map.put("two", 2);
        Integer found = map.get(key);
        if (found == null) { // expect: true reached, false reached
            return 0; // expect: reached
        }
        if (found == 2) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 1; // expect: reached
    }

    public static int byNumber(int key) {
        Map<Integer, String> map = new HashMap<>();
        map.put(3, "three");
        map.put(19, "nineteen");
        if (map.containsKey(key)) { // expect: true reached, false reached
            return map.get(key).length(); // expect: reached
        }
        return 0; // expect: reached
    }

    public static int replaced(int n) {
        Map<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        Integer before = map.put("a", n);
        if (map.size() != 1 || before != 1) {
            return 1; // expect: unreachable
        }
        if (map.get("a") == 4) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int merged(int n) {
        Map<String, Integer> map = new HashMap<>();
        map.merge("k", n, Integer::sum);
        map.merge("k", 5, Integer::sum);
        if (map.getOrDefault("k", 0) == 12) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return map.getOrDefault("l", -1) == -1 ? 2 : 3; // expect: reached
    }
}
