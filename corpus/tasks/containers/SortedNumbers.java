// A sorted list of boxes is in order.
// task: safe
package tasks.containers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tasks.Input;

public class SortedNumbers {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        list.add(Input.nextInt());
        list.add(Input.nextInt());
        list.add(Input.nextInt());
        Collections.sort(list);
        assert list.get(0) <= list.get(1) && list.get(1) <= list.get(2);
    }
}
