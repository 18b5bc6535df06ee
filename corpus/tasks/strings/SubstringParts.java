// Two parts of a text make the whole.
// task: safe
package tasks.strings;

import tasks.Input;

public class SubstringParts {
    public static void main(String[] args) {
        String text = Input.nextString();
        int at = Input.nextInt();
        if (text == null || text.length() > 5 || at < 0 || at > text.length()) {
            return;
        }
        String whole = text.substring(0, at).concat(text.substring(at));
        assert whole.equals(text);
    }
}
