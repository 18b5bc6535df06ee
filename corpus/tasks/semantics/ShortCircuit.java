// The right operand of `&&` is not evaluated where the left is false.
// task: safe
package tasks.semantics;

import tasks.Input;

public class ShortCircuit {
    public static void main(String[] args) {
        int d = Input.nextInt();
        boolean divides;
        try {
            divides = d != 0 && 100 % d == 0;
        } catch (ArithmeticException zero) {
            assert false;
            return;
        }
        assert d != 0 || !divides;
    }
}
