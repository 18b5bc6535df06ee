// A part of a list is a view of it.
// task: unsafe
// inputs: 0
package tasks.containers;

import java.util.ArrayList;
import java.util.List;
import tasks.Input;

public class SubListView {
    public static void main(String[] args) {
        int x = Input.nextInt();
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
        List<Integer> part = list.subList(0, 2);
        part.set(0, x);
        assert list.get(0) == 1 || x != 0;
    }
}
