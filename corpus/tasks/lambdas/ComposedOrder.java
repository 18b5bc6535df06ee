// `compose` runs its argument first.
// task: unsafe
// inputs: 1
package tasks.lambdas;

import java.util.function.IntUnaryOperator;
import tasks.Input;

public class ComposedOrder {
    public static void main(String[] args) {
        int x = Input.nextInt();
        IntUnaryOperator twice = v -> v * 2;
        IntUnaryOperator plus = v -> v + 1;
        assert twice.compose(plus).applyAsInt(x) == 2 * x + 1;
    }
}
