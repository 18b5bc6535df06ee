// Two texts of one hash code.
// task: unsafe
// inputs: Aa, BB
package tasks.strings;

import tasks.Input;

public class HashCollision {
    public static void main(String[] args) {
        String a = Input.nextString();
        String b = Input.nextString();
        if (a == null || b == null || a.length() != 2 || b.length() != 2 || a.charAt(0) == b.charAt(0)) {
            return;
        }
        assert a.hashCode() != b.hashCode();
    }
}
