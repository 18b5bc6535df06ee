// Pins: a method that changes its object only through a lambda expression is none that only looks.
package corpus.dynamic;

import java.util.function.IntSupplier;

public class ChangesByLambda {
    int n;

    public IntSupplier increment() {
        return () -> { // expect: reached
            n = 3;
            return 1;
        };
    }

    public int two() {
        return increment().getAsInt(); // expect: reached
    }

    public int three() {
        IntSupplier all = () -> two() + 1;
        return all.getAsInt(); // expect: reached
    }
}
