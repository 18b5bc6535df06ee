// Pins: LinkedHashMap: the order is that of insertion, run as the JDK's own code.
package corpus.collections;

import java.util.LinkedHashMap;
import java.util.Map;

public class LinkedHashMaps {
    public static int order(int n) {
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("z", n);
        map.put("a", 2);
        String first = map.keySet().iterator().next();
        if (first.equals("a")) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        int weighted = 0;
        int at = 1;
        for (Map.Entry<String, Integer> entry : map.entrySet()) {
            weighted += at * entry.getValue();
            at++;
        }
        if (weighted == 14) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }
}
