// Operands are evaluated from left to right.
// task: safe
package tasks.semantics;

import tasks.Input;

public class OrderOfOperands {
    public static void main(String[] args) {
        int i = Input.nextInt();
        int start = i;
        int value = i++ * 2 + i;
        assert value == start * 2 + start + 1;
    }
}
