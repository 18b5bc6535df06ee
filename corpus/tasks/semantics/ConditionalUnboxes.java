// A conditional of a number and a null box unboxes the null.
// task: unsafe
// inputs: true
package tasks.semantics;

import tasks.Input;

public class ConditionalUnboxes {
    public static void main(String[] args) {
        boolean empty = Input.nextBoolean();
        Integer missing = null;
        boolean thrown = false;
        try {
            Integer value = empty ? missing : 0;
        } catch (NullPointerException unboxed) {
            thrown = true;
        }
        assert !thrown;
    }
}
