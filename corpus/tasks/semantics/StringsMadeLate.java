// A text that is put together at run time is another object.
// task: unsafe
// inputs: true
package tasks.semantics;

import tasks.Input;

public class StringsMadeLate {
    public static void main(String[] args) {
        String part = Input.nextBoolean() ? "b" : "c";
        String whole = "a" + part;
        assert whole != "ab" && !whole.equals("ab");
    }
}
