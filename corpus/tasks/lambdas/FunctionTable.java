// A table of functions, one of which divides.
// task: unsafe
// inputs: 2, 0
package tasks.lambdas;

import java.util.function.IntUnaryOperator;
import tasks.Input;

public class FunctionTable {
    public static void main(String[] args) {
        int which = Input.nextInt();
        int x = Input.nextInt();
        if (which < 0 || which > 2) {
            return;
        }
        IntUnaryOperator[] table = {v -> v + 1, v -> v * v, v -> 100 / v};
        int result;
        try {
            result = table[which].applyAsInt(x);
        } catch (ArithmeticException zero) {
            result = Integer.MIN_VALUE;
        }
        assert result != Integer.MIN_VALUE || which != 2;
    }
}
