// A parameter of a request is shown as it came.
// task: unsafe
// inputs: q, <
package tasks.taint;

import java.util.HashMap;
import java.util.Map;
import tasks.Input;

public class RequestParameters {
    public static void main(String[] args) {
        Request request = new Request();
        String name = Input.nextString();
        String value = Input.nextString();
        if (name == null || value == null || name.length() > 2 || value.length() > 2) {
            return;
        }
        request.parameters.put(name, new String[] {value});
        String[] found = request.parameters.get("q");
        String shown = found == null ? "" : found[0];
        assert shown.indexOf('<') < 0;
    }

    static class Request {
        final Map<String, String[]> parameters = new HashMap<>();
    }
}
