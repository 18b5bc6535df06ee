// A text with one comma has two parts.
// task: unsafe
// inputs: a,b
package tasks.strings;

import tasks.Input;

public class SplitAtComma {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() > 4) {
            return;
        }
        String[] parts = text.split(",");
        assert parts.length != 2;
    }
}
