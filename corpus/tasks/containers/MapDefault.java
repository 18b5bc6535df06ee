// A default is given for a key that is not there.
// task: safe
package tasks.containers;

import java.util.HashMap;
import java.util.Map;
import tasks.Input;

public class MapDefault {
    public static void main(String[] args) {
        Map<String, Integer> ages = new HashMap<>();
        ages.put("ann", 30);
        ages.put("bob", 40);
        int which = Input.nextInt();
        String key = which == 0 ? "ann" : which == 1 ? "bob" : "cid";
        int age = ages.getOrDefault(key, -1);
        assert age == 30 || age == 40 || age == -1;
        assert which != 1 || age == 40;
    }
}
