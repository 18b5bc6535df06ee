// A null is printed as a word of four letters.
// task: unsafe
// inputs: null
package tasks.output;

import tasks.Input;

public class ConcatNull {
    public static void main(String[] args) {
        String name = Input.nextString();
        if (name != null && name.length() > 3) {
            return;
        }
        String greeting = "hi " + name;
        assert greeting.length() < 7;
    }
}
