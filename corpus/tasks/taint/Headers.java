// The last header of a request wins.
// task: unsafe
// inputs: 2
package tasks.taint;

import java.util.LinkedHashMap;
import java.util.Map;
import tasks.Input;

public class Headers {
    public static void main(String[] args) {
        int count = Input.nextInt();
        if (count < 1 || count > 3) {
            return;
        }
        Map<String, String> headers = new LinkedHashMap<>();
        String[] values = {"guest", "admin", "guest"};
        for (int i = 0; i < count; i++) {
            headers.put("role", values[i]);
        }
        assert !"admin".equals(headers.get("role"));
    }
}
