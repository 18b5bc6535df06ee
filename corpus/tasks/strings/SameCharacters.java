// Equal texts are not the same object.
// task: unsafe
// inputs: ab
package tasks.strings;

import tasks.Input;

public class SameCharacters {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null) {
            return;
        }
        String copy = new String(text);
        if (text.equals("ab")) {
            assert copy == text;
        }
    }
}
