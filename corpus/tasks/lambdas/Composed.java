// Two functions composed are one after the other.
// task: safe
package tasks.lambdas;

import java.util.function.IntUnaryOperator;
import tasks.Input;

public class Composed {
    public static void main(String[] args) {
        int x = Input.nextInt();
        IntUnaryOperator twice = v -> v * 2;
        IntUnaryOperator plus = v -> v + 1;
        assert twice.andThen(plus).applyAsInt(x) == 2 * x + 1;
    }
}
