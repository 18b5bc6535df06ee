// An assignment of a postfix increment to its own variable loses the increment.
// task: unsafe
// inputs: 4
package tasks.semantics;

import tasks.Input;

public class PostIncrementLost {
    public static void main(String[] args) {
        int i = Input.nextInt();
        int before = i;
        i = i++;
        assert i != before || before != 4;
    }
}
