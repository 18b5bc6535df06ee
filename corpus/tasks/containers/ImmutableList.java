// An immutable list refuses what would change it.
// task: safe
package tasks.containers;

import java.util.List;
import tasks.Input;

public class ImmutableList {
    public static void main(String[] args) {
        List<Integer> list = List.of(1, 2, Input.nextInt());
        boolean refused = false;
        try {
            list.add(4);
        } catch (UnsupportedOperationException expected) {
            refused = true;
        }
        assert refused && list.size() == 3;
    }
}
