// A text that is one and a half.
// task: unsafe
// inputs: 1.5
package tasks.floats;

import tasks.Input;

public class ParsedNumber {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() > 3) {
            return;
        }
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException wrong) {
            return;
        }
        assert value != 1.5;
    }
}
