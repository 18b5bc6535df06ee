// A null pointer is caught where it may occur.
// task: safe
package tasks.exceptions;

import tasks.Input;

public class NullMeansSkip {
    public static void main(String[] args) {
        String text = Input.nextString();
        int length;
        try {
            length = text.length();
        } catch (NullPointerException missing) {
            length = -1;
        }
        assert (length == -1) == (text == null);
    }
}
