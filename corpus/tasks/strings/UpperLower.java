// The upper case of a text may be longer.
// task: unsafe
// inputs: ß
package tasks.strings;

import tasks.Input;

public class UpperLower {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() != 1) {
            return;
        }
        assert text.toUpperCase(java.util.Locale.ROOT).length() == 1;
    }
}
