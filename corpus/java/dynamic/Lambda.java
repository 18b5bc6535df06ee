// Pins: a lambda is an object that holds what it captures; its body runs as code.
package corpus.dynamic;

import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

public class Lambda {
    int base;

    public static int captured(int a, int x) {
        IntUnaryOperator twice = y -> y * 2 + a;
        if (twice.applyAsInt(x) == 17) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public int ofThis(int x) {
        IntUnaryOperator plus = y -> y + base;
        base = 7;
        if (plus.applyAsInt(x) == 12) { // expect: true reached, false reached
            return x; // expect: reached
        }
        return 0; // expect: reached
    }

    public static long wide(int a, long b, double c) {
        LongSupplier sum = () -> a + b + (long) c;
        if (c == 2.0 && sum.getAsLong() == 100) {
            return a; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int thrown(int d) { // expect: returns 5
        IntUnaryOperator divide = y -> 10 / y;
        try {
            return divide.applyAsInt(d); // expect: reached
        } catch (ArithmeticException division) {
            return -1; // expect: reached
        }
    }

    public static int nested(int x) {
        IntUnaryOperator outer = y -> {
            IntUnaryOperator inner = z -> z + y;
            return inner.applyAsInt(1);
        };
        if (outer.applyAsInt(x) == x + 1) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static Runnable returned(int x) {
        if (x == 3) {
            return () -> { }; // expect: reached
        }
        return null; // expect: reached
    }
}
