// A text is less than another.
// task: unsafe
// inputs: b, a
package tasks.strings;

import tasks.Input;

public class CompareTo {
    public static void main(String[] args) {
        String a = Input.nextString();
        String b = Input.nextString();
        if (a == null || b == null || a.length() != 1 || b.length() != 1) {
            return;
        }
        assert a.compareTo(b) <= 0;
    }
}
