// What a request holds comes out of a map as it went in.
// task: unsafe
// inputs: <b>
package tasks.taint;

import java.util.HashMap;
import java.util.Map;
import tasks.Input;

public class ThroughMap {
    public static void main(String[] args) {
        Map<String, String> session = new HashMap<>();
        String raw = Input.nextString();
        session.put("name", raw);
        session.put("role", "guest");
        String shown = session.get("name");
        assert shown == null || !shown.contains("<b>");
    }
}
