// One digit is a number below ten.
// task: safe
package tasks.strings;

import tasks.Input;

public class ParseDigit {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() != 1 || text.charAt(0) < '0' || text.charAt(0) > '9') {
            return;
        }
        int value = Integer.parseInt(text);
        assert value >= 0 && value <= 9;
        assert value == text.charAt(0) - '0';
    }
}
