// The tainted element of a list is not the one that is shown.
// task: safe
package tasks.taint;

import java.util.ArrayList;
import java.util.List;
import tasks.Input;

public class ListPosition {
    public static void main(String[] args) {
        List<Object> list = new ArrayList<>();
        Object tainted = new Object();
        list.add("safe");
        list.add(tainted);
        list.add("moreSafe");
        if (Input.nextBoolean()) {
            list.remove(0);
            assert list.get(1) != tainted;
        } else {
            assert list.get(0) != tainted;
        }
    }
}
