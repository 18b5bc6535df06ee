// A text of three characters that is a palindrome.
// task: unsafe
// inputs: aba
package tasks.strings;

import tasks.Input;

public class PalindromeOfThree {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() != 3) {
            return;
        }
        String reversed = new StringBuilder(text).reverse().toString();
        assert !reversed.equals(text);
    }
}
