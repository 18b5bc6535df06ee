// The text of a byte has at most four characters.
// task: safe
package tasks.output;

import tasks.Input;

public class DigitsOfByte {
    public static void main(String[] args) {
        byte b = Input.nextByte();
        String text = String.valueOf(b);
        assert text.length() >= 1 && text.length() <= 4;
    }
}
