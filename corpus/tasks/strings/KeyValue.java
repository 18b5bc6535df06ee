// A key may be empty.
// task: unsafe
// inputs: =a
package tasks.strings;

import tasks.Input;

public class KeyValue {
    public static void main(String[] args) {
        String text = Input.nextString();
        if (text == null || text.length() > 8) {
            return;
        }
        int equal = text.indexOf('=');
        if (equal < 0) {
            return;
        }
        String key = text.substring(0, equal);
        assert !key.isEmpty();
    }
}
