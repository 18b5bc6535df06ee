// Pins: what an iterator of the input gives is as declared, as what its list holds is.
package corpus.library;

import java.util.Iterator;

public class TypedIterators {
    public static int first(Iterator<String> names) {
        if (!names.hasNext()) {
            return -1; // expect: reached
        }
        String name = names.next(); // expect: throws java.lang.ClassCastException unreachable(if generic_types)
        if (name == null) {
            return -2; // expect: reached
        }
        return name.length(); // expect: reached
    }
}
