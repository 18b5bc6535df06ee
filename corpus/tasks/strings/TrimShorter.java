// Trimming makes no text longer.
// task: safe
package tasks.strings;

import tasks.Input;

public class TrimShorter {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() > 4) {
            return;
        }
        String trimmed = text.trim();
        assert trimmed.length() <= text.length();
        assert trimmed.isEmpty() || trimmed.charAt(0) > ' ';
    }
}
