// `remove` of an int takes the element at an index.
// task: unsafe
// inputs: 1
package tasks.containers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tasks.Input;

public class ListRemoveOverload {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x < 0 || x > 1) {
            return;
        }
        List<Integer> list = new ArrayList<>(Arrays.asList(1, 0));
        list.remove(x);
        assert !list.contains(x);
    }
}
