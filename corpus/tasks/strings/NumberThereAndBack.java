// A number survives its text.
// task: safe
package tasks.strings;

import tasks.Input;

public class NumberThereAndBack {
    public static void main(String[] args) {
        int x = Input.nextInt();
        if (x < -999 || x > 999) {
            return;
        }
        String text = "" + x;
        assert Integer.parseInt(text) == x;
    }
}
