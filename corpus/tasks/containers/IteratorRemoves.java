// An iterator removes what it gave last.
// task: safe
package tasks.containers;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import tasks.Input;

public class IteratorRemoves {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            list.add(Input.nextInt());
        }
        Iterator<Integer> all = list.iterator();
        while (all.hasNext()) {
            if (all.next() < 0) {
                all.remove();
            }
        }
        for (int value : list) {
            assert value >= 0;
        }
    }
}
