// The sum of a stream of numbers.
// task: safe
package tasks.lambdas;

import java.util.stream.IntStream;
import tasks.Input;

public class StreamSum {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        int sum = IntStream.of(a, b, 3).sum();
        assert sum - a - b == 3;
    }
}
