// A text of two letters matches an expression.
// task: unsafe
// inputs: ab
package tasks.strings;

import tasks.Input;

public class RegularExpression {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() != 2) {
            return;
        }
        assert !text.matches("[a-c]b");
    }
}
