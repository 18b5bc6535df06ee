// A text that is the number 42.
// task: unsafe
// inputs: 42
package tasks.strings;

import tasks.Input;

public class ParseDecimal {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() > 3) {
            return;
        }
        int value;
        try {
            value = Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            return;
        }
        assert value != 42;
    }
}
