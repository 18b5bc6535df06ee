// A function that returns a function.
// task: safe
package tasks.lambdas;

import java.util.function.Function;
import tasks.Input;

public class Curried {
    public static void main(String[] args) {
        int a = Input.nextInt();
        int b = Input.nextInt();
        Function<Integer, Function<Integer, Integer>> minus = x -> y -> x - y;
        assert minus.apply(a).apply(b) == a - b;
    }
}
