// open
// clew: --budget 1s
// Pins: functions that a caller passes, as parameters: lambdas may do anything, not only what the JDK's factories make.
package corpus.everyday;

import java.util.Comparator;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

public final class Callbacks {
    private Callbacks() {
    }

    static int mapped(Function<String, Integer> length, String text) {
        int result = length.apply(text);
        if (result == 5) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static String changed(UnaryOperator<String> change, String text) {
        String after = change.apply(text);
        if (after == null) {
            return "nothing"; // expect: reached
        }
        if (after.equals("b") && text.equals("a")) {
            return "next"; // expect: reached
        }
        return after; // expect: reached
    }

    static int filtered(Predicate<Integer> rule, int number) {
        if (rule.test(number)) {
            return number > 3 ? 1 : 2; // expect: true reached, false reached
        }
        return 0; // expect: reached
    }

    static int joined(BiFunction<Integer, Integer, Integer> join, int a) {
        int joined = join.apply(a, 1);
        if (joined == 10 && joined != 10) {
            return -1; // expect: unreachable
        }
        return joined == 3 ? 1 : 0; // expect: true reached, false reached
    }

    static int compared(Comparator<String> order, String a, String b) {
        int result = order.compare(a, b);
        if (result > 0) {
            return 1; // expect: reached
        }
        if (result < 0) {
            return -1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int told(Consumer<String> listener, ToIntFunction<String> weight, String text) {
        if (listener != null) {
            listener.accept(text);
        }
        if (weight.applyAsInt(text) > 100) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
