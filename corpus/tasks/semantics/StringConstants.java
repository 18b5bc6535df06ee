// Constants of one text are one object.
// task: safe
package tasks.semantics;

import tasks.Input;

public class StringConstants {
    public static void main(String[] args) {
        boolean other = Input.nextBoolean();
        String a = "ab";
        final String part = "a";
        String b = part + "b";
        String c = other ? new String("ab") : "ab";
        assert a == b;
        assert c.intern() == a;
    }
}
