// A log keeps what is at or above its level.
// task: safe
package tasks.output;

import java.util.ArrayList;
import java.util.List;
import tasks.Input;

public class LogLevels {
    public static void main(String[] args) {
        int level = Input.nextInt();
        List<String> log = new ArrayList<>();
        String[] names = {"debug", "info", "error"};
        for (int i = 0; i < names.length; i++) {
            if (i >= level) {
                log.add(names[i]);
            }
        }
        assert level > 2 || log.contains("error");
    }
}
