// A rule of dashes has a given width.
// task: unsafe
// inputs: 3
package tasks.output;

import tasks.Input;

public class RepeatedDashes {
    public static void main(String[] args) {
        int width = Input.nextInt();
        if (width < 0 || width > 5) {
            return;
        }
        String rule = "-".repeat(width);
        assert !rule.equals("---");
    }
}
