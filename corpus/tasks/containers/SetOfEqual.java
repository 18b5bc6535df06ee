// A set keeps one of what is equal.
// task: unsafe
// inputs: 4, 4, 4
package tasks.containers;

import java.util.HashSet;
import java.util.Set;
import tasks.Input;

public class SetOfEqual {
    public static void main(String[] args) {
        Set<Integer> set = new HashSet<>();
        set.add(Input.nextInt());
        set.add(Input.nextInt());
        set.add(Input.nextInt());
        assert set.size() > 1;
    }
}
