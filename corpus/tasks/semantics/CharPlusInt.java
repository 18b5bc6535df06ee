// A character and a number make a number.
// task: unsafe
// inputs: 1
package tasks.semantics;

import tasks.Input;

public class CharPlusInt {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x < 0 || x > 9) {
            return;
        }
        String text = "" + (char) ('a' + x);
        String other = "" + ('a' + x);
        assert text.length() == other.length() || x != 1;
    }
}
