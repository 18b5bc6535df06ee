// The first key of a tree map is the least.
// task: safe
package tasks.containers;

import java.util.TreeMap;
import tasks.Input;

public class TreeMapFirst {
    public static void main(String[] args) {
        TreeMap<Integer, String> map = new TreeMap<>();
        int a = Input.nextInt();
        int b = Input.nextInt();
        map.put(a, "a");
        map.put(b, "b");
        assert map.firstKey() <= a && map.firstKey() <= b;
    }
}
