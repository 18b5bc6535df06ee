// A list in reverse order begins with the greatest.
// task: unsafe
// inputs: 1, 2
package tasks.containers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tasks.Input;

public class ReverseOrder {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        list.add(Input.nextInt());
        list.add(Input.nextInt());
        list.sort(Comparator.reverseOrder());
        assert list.get(0) <= list.get(1);
    }
}
