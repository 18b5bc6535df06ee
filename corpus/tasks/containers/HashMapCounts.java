// The counts of a map add up.
// task: safe
package tasks.containers;

import java.util.HashMap;
import java.util.Map;
import tasks.Input;

public class HashMapCounts {
    public static void main(String[] args) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int i = 0; i < 3; i++) {
            counts.merge(Input.nextInt() & 3, 1, Integer::sum);
        }
        int sum = 0;
        for (int count : counts.values()) {
            sum += count;
        }
        assert sum == 3;
    }
}
