// A second value of one key replaces the first.
// task: unsafe
// inputs: 5, 5
package tasks.containers;

import java.util.HashMap;
import java.util.Map;
import tasks.Input;

public class HashMapOverwrites {
    public static void main(String[] args) {
        Map<Integer, String> names = new HashMap<>();
        names.put(Input.nextInt(), "one");
        names.put(Input.nextInt(), "two");
        assert names.size() == 2;
    }
}
