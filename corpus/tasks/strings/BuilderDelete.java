// A part that ends behind the end is cut at the end.
// task: unsafe
// inputs: 3
package tasks.strings;

import tasks.Input;

public class BuilderDelete {
    public static void main(String[] args) {
        int end = Input.nextInt();
        if (end < 1 || end > 5) {
            return;
        }
        StringBuilder builder = new StringBuilder("abc");
        builder.delete(1, end);
        assert builder.length() > 1;
    }
}
