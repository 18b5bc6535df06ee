// A letter shifted there and back.
// task: safe
package tasks.strings;

import tasks.Input;

public class CaesarBack {
    public static void main(String[] args) {
        char c = Input.nextChar();
        int by = Input.nextInt();
        if (c < 'a' || c > 'z' || by < 0 || by > 25) {
            return;
        }
        char shifted = (char) ('a' + (c - 'a' + by) % 26);
        char back = (char) ('a' + (shifted - 'a' + 26 - by) % 26);
        assert back == c;
    }
}
