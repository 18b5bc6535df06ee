// There may be no key that is less or equal.
// task: unsafe
// inputs: 3
package tasks.containers;

import java.util.TreeMap;
import tasks.Input;

public class TreeMapFloor {
    public static void main(String[] args) {
        TreeMap<Integer, String> map = new TreeMap<>();
        map.put(5, "five");
        map.put(10, "ten");
        int x = Input.nextInt();
        if (x < 0) {
            return;
        }
        assert map.floorKey(x) != null;
    }
}
