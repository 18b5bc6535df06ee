// Pins: the four kinds of method references, with the conversions of arguments and results that they imply.
package corpus.dynamic;

import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

public class MethodReference {
    interface Combine {
        int of(int a, long b);
    }

    interface Widen {
        long of(byte small);
    }

    static int sum(int a, long b) {
        return (int) (a + b);
    }

    static int negated(int number) {
        return -number;
    }

    public static int ofStatic(int a) {
        Combine combine = MethodReference::sum;
        if (combine.of(a, 5) == 12) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int widened(byte b) {
        Widen widen = MethodReference::negated;
        if (widen.of(b) == 5L) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    private int twice(int x) {
        return 2 * x;
    }

    public int bound(int x) {
        IntFunction<Integer> twice = this::twice;
        if (twice.apply(x) == 10) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static class Cell {
        int value;

        Cell() {
            value = 4;
        }

        int get() {
            return value;
        }
    }

    public static int unbound(Cell cell) {
        ToIntFunction<Cell> get = Cell::get;
        if (get.applyAsInt(cell) == 9) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int constructor() {
        Supplier<Cell> make = Cell::new;
        if (make.get().value == 4) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int array(int n) { // expect: raises java.lang.NegativeArraySizeException
        IntFunction<int[]> make = int[]::new;
        if (make.apply(n).length == 3) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int boxes(Integer a) { // expect: raises java.lang.NullPointerException
        Function<Integer, Integer> next = v -> v + 1;
        if (next.apply(a) == 42) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static int polluted() { // expect: raises java.lang.ClassCastException
        UnaryOperator<Integer> next = v -> v + 1;
        return ((UnaryOperator<Object>) (UnaryOperator) next).apply("text") == null ? 0 : 1;
    }
}
