// A text may begin and end with the same two characters.
// task: unsafe
// inputs: abab
package tasks.strings;

import tasks.Input;

public class PrefixSuffix {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() > 6) {
            return;
        }
        assert !(text.startsWith("ab") && text.endsWith("ab") && text.length() == 4);
    }
}
