// A reversed text has the same length and its first character last.
// task: safe
package tasks.strings;

import tasks.Input;

public class ReverseLength {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() < 1 || text.length() > 4) {
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return;
            }
        }
        String reversed = new StringBuilder(text).reverse().toString();
        assert reversed.length() == text.length();
        assert reversed.charAt(text.length() - 1) == text.charAt(0);
    }
}
