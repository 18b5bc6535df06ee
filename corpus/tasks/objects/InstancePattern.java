// A pattern of `instanceof` binds what has the type.
// task: safe
package tasks.objects;

import tasks.Input;

public class InstancePattern {
    public static void main(String[] args) {
        int which = Input.nextInt();
        Object value = which == 0 ? "zero" : which == 1 ? Integer.valueOf(7) : new int[] {which};
        int size;
        if (value instanceof String s) {
            size = s.length();
        } else if (value instanceof Integer i && i > 5) {
            size = i;
        } else if (value instanceof int[] cells) {
            size = cells.length;
        } else {
            size = -1;
        }
        assert size > 0;
    }
}
