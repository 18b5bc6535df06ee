// A lambda changes an array that it captures.
// task: safe
package tasks.lambdas;

import java.util.function.Consumer;
import tasks.Input;

public class CapturedArray {
    public static void main(String[] args) {
        int x = Input.nextInt();
        int[] sum = {0};
        Consumer<Integer> add = v -> sum[0] += v;
        add.accept(x);
        add.accept(3);
        assert sum[0] == x + 3;
    }
}
