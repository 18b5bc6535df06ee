// A text has no more vowels than characters.
// task: safe
package tasks.strings;

import tasks.Input;

public class CountVowels {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() > 4) {
            return;
        }
        int vowels = 0;
        for (char c : text.toCharArray()) {
            if ("aeiou".indexOf(c) >= 0) {
                vowels++;
            }
        }
        assert vowels <= text.length();
    }
}
