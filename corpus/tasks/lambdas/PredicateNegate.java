// A predicate and its negation differ.
// task: safe
package tasks.lambdas;

import java.util.function.IntPredicate;
import tasks.Input;

public class PredicateNegate {
    public static void main(String[] args) {
        int x = Input.nextInt();
        IntPredicate small = v -> v < 10;
        assert small.test(x) != small.negate().test(x);
        assert small.and(v -> v > 20).test(x) == false;
    }
}
