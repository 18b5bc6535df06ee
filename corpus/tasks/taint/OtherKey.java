// What goes in under one key does not come out under another.
// task: safe
package tasks.taint;

import java.util.HashMap;
import java.util.Map;
import tasks.Input;

public class OtherKey {
    public static void main(String[] args) {
        Map<String, Value> session = new HashMap<>();
        session.put("name", new Value(Input.nextInt(), true));
        session.put("role", new Value(1, false));
        Value shown = session.get("role");
        assert !shown.tainted;
    }

    record Value(int content, boolean tainted) {}
}
