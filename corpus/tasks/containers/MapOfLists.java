// A list of a map grows by what has its key.
// task: unsafe
// inputs: 1, 1
package tasks.containers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tasks.Input;

public class MapOfLists {
    public static void main(String[] args) {
        Map<Integer, List<String>> groups = new HashMap<>();
        groups.computeIfAbsent(Input.nextInt(), k -> new ArrayList<>()).add("a");
        groups.computeIfAbsent(Input.nextInt(), k -> new ArrayList<>()).add("b");
        for (List<String> group : groups.values()) {
            assert group.size() == 1;
        }
    }
}
