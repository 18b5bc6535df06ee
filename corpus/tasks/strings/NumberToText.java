// The text of a number has two characters.
// task: unsafe
// inputs: 10
package tasks.strings;

import tasks.Input;

public class NumberToText {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x < 0 || x > 99) {
            return;
        }
        String text = Integer.toString(x);
        assert text.length() == 1;
    }
}
