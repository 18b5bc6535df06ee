// A number with four digits is wider than its column.
// task: unsafe
// inputs: 1000
package tasks.output;

import tasks.Input;

public class FormattedLength {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x < 0 || x > 5000) {
            return;
        }
        String column = String.format("%3d", x);
        assert column.length() == 3;
    }
}
