// Pins: functions of java.util.function put together.
package corpus.dynamic;

import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

public class Functions {
    public static int composed(int x) {
        Function<Integer, Integer> twice = y -> y * 2;
        Function<Integer, Integer> next = y -> y + 1;
        if (twice.andThen(next).apply(x) == 9) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (twice.compose(next).apply(x) == 9) { // expect: true unreachable, false reached
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int predicates(int x) {
        IntPredicate small = y -> y < 10;
        IntPredicate even = y -> y % 2 == 0;
        if (small.and(even.negate()).test(x)) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int supplied(boolean which) {
        Supplier<String> text = which ? () -> "yes" : () -> "no";
        if (text.get().length() == 3) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
