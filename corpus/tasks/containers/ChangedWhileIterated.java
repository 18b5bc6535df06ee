// A list that is changed while it is iterated throws.
// task: unsafe
// inputs: true
package tasks.containers;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import tasks.Input;

public class ChangedWhileIterated {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        boolean changes = Input.nextBoolean();
        try {
            for (String s : list) {
                if (changes && s.equals("a")) {
                    list.remove(s);
                }
            }
        } catch (ConcurrentModificationException changed) {
            assert false;
        }
    }
}
