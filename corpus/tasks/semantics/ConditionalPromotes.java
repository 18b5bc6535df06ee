// A conditional of an int and a double is a double.
// task: safe
package tasks.semantics;

import tasks.Input;

public class ConditionalPromotes {
    public static void main(String[] args) {
        boolean first = Input.nextBoolean();
        Object value = first ? 1 : 2.0;
        assert value instanceof Double;
    }
}
