// No bare quote is left after escaping.
// task: safe
package tasks.strings;

import tasks.Input;

public class EscapeQuotes {
    public static void main(String[] args) {
        char[] raw = {Input.nextChar(), Input.nextChar(), Input.nextChar()};
        StringBuilder escaped = new StringBuilder();
        for (char c : raw) {
            if (c == '"') {
                escaped.append('\\');
            }
            escaped.append(c);
        }
        for (int i = 0; i < escaped.length(); i++) {
            assert escaped.charAt(i) != '"' || i > 0 && escaped.charAt(i - 1) == '\\';
        }
    }
}
