// Both operands of `&` are evaluated.
// task: unsafe
// inputs: 0
package tasks.semantics;

import tasks.Input;

public class NoShortCircuit {
    public static void main(String[] args) {
        int d = Input.nextInt();
        boolean divides = false;
        boolean thrown = false;
        try {
            divides = d != 0 & 100 % d == 0;
        } catch (ArithmeticException zero) {
            thrown = true;
        }
        assert !thrown;
    }
}
