// A removal shifts the tainted element to where it is shown.
// task: unsafe
// inputs: true
package tasks.taint;

import java.util.ArrayList;
import java.util.List;
import tasks.Input;

public class ListShifts {
    public static void main(String[] args) {
        List<Object> list = new ArrayList<>();
        Object tainted = new Object();
        list.add("safe");
        list.add(tainted);
        if (Input.nextBoolean()) {
            list.remove(0);
        }
        assert list.get(0) != tainted;
    }
}
