// What was added is found where it was added, or before.
// task: safe
package tasks.containers;

import java.util.ArrayList;
import java.util.List;
import tasks.Input;

public class ListIndexOf {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            list.add(Input.nextInt());
        }
        int at = list.indexOf(list.get(2));
        assert at >= 0 && at <= 2;
        assert list.get(at).equals(list.get(2));
    }
}
