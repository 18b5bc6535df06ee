// A replaced character is gone.
// task: safe
package tasks.strings;

import tasks.Input;

public class ReplaceAll {
    public static void main(String[] args) {
        char a = Input.nextChar();
        char b = Input.nextChar();
        String text = "x" + a + b + a;
        String replaced = text.replace(a, '.');
        assert a == '.' || replaced.indexOf(a) < 0;
    }
}
