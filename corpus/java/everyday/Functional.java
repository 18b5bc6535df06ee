// open
// clew: --budget 1s
// Pins: functions as parameters and as values, and Optional.
package corpus.everyday;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;

public final class Functional {
    private Functional() {
    }

    static int tested(Predicate<String> rule, String text) {
        if (rule == null || text == null) {
            return -1; // expect: reached
        }
        if (rule.test(text)) {
            return 1; // expect: reached
        }
        if (text == null) {
            return -2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static String orDefault(String given, Supplier<String> other) {
        String text = Optional.ofNullable(given).filter(t -> !t.isBlank()).orElseGet(other);
        if (text == null) {
            return "nothing"; // expect: reached
        }
        if (given != null && given.equals("x") && !text.equals("x")) {
            return "?"; // expect: unreachable
        }
        return text; // expect: reached
    }

    static int applied(IntBinaryOperator operator, int a) {
        int result = operator.applyAsInt(a, 2);
        if (result == 7) {
            return 1; // expect: reached
        }
        if (result > 7 && result < 8) {
            return -1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static int composed(int x) {
        Function<Integer, Integer> half = n -> n / 2;
        Function<Integer, String> shown = half.andThen(n -> "<" + n + ">");
        String text = shown.apply(x);
        if (text.equals("<21>")) {
            return x == 42 || x == 43 ? 1 : -1; // expect: reached
        }
        if (x == 42) {
            return -2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static int chained(Integer number) {
        Optional<Integer> small = Optional.ofNullable(number).filter(n -> n < 10).map(n -> n * 2);
        if (small.isPresent() && small.get() >= 19) {
            return -1; // expect: reached
        }
        if (number == null && small.isPresent()) {
            return -2; // expect: unreachable
        }
        return small.orElse(100) == 100 ? 1 : 0; // expect: true reached, false reached
    }
}
