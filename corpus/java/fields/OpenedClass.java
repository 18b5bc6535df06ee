// Pins: a class that hands out a lookup has no invariants: whoever has it writes the private fields of the class.
package corpus.fields;

import java.lang.invoke.MethodHandles;
import java.util.function.Supplier;

public class OpenedClass {
    private String name = "x";

    /** A call site gives what makes a lookup. */
    static Supplier<MethodHandles.Lookup> opened() {
        return MethodHandles::lookup;
    }

    int length() {
        return name == null ? 0 : 1; // expect: true reached, false reached
    }
}
