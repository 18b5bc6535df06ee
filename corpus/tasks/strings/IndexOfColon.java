// What is before the first colon has no colon.
// task: safe
package tasks.strings;

import tasks.Input;

public class IndexOfColon {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() > 4) {
            return;
        }
        int colon = text.indexOf(':');
        if (colon >= 0) {
            String key = text.substring(0, colon);
            assert key.indexOf(':') < 0;
        }
    }
}
