// A digit need not be one of ASCII.
// task: unsafe
// inputs: 1632
package tasks.strings;

import tasks.Input;

public class CharacterClasses {
    public static void main(String[] args) {
        char c = Input.nextChar();
        if (!Character.isDigit(c)) {
            return;
        }
        assert c >= '0' && c <= '9';
    }
}
