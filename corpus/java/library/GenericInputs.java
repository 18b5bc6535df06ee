// Pins: where the user assumes that inputs hold what the type arguments of their declared types say, no test puts a number into a
// list of strings. What the program itself puts where it does not belong is found all the same.
// clew: --assume generic_types
package corpus.library;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

public final class GenericInputs {
    static class Box<T> {
        T value;

        T get() {
            return value;
        }
    }

    static final class Named<V extends Comparable<V>> extends Box<String> {
        V rank;
        Named<V> next;
    }

    final List<String> names = new ArrayList<>();
    final Map<String, Integer> ages = new HashMap<>();

    static int length(List<String> texts) {
        String text = texts.get(0); // expect: throws java.lang.ClassCastException unreachable(if generic_types)
        return text.length() == 3 ? 1 : 2; // expect: true reached, false reached
    }

    static int boxed(Box<? extends Number> box) {
        return box.get().intValue() == 7 ? 1 : 2; // expect: true reached, false reached; throws java.lang.ClassCastException unreachable
    }

    static int linked(Named<Integer> named) {
        if (named.next.rank > 3) { // expect: true reached, false reached; throws java.lang.ClassCastException unreachable
            return named.next.get().length(); // expect: reached; throws java.lang.ClassCastException unreachable
        }
        return 0;
    }

    static <T extends CharSequence> int anyText(Box<T> box) {
        return box.get().length() == 2 ? 1 : 2; // expect: true reached, false reached
    }

    static int raw(Box box) {
        String text = (String) box.get(); // expect: throws java.lang.ClassCastException reached
        return text == null ? 1 : 2; // expect: true reached, false reached
    }

    static int unrelated(Box<Object> box) {
        String text = (String) box.get(); // expect: throws java.lang.ClassCastException reached
        return text == null ? 1 : 2; // expect: true reached, false reached
    }

    @SuppressWarnings("unchecked")
    static int polluted(Box<String> box, Object other) {
        ((Box<Object>) (Box<?>) box).value = other;
        return box.get().length(); // expect: reached; throws java.lang.ClassCastException reached
    }

    static int supplied(Supplier<String> supplier) {
        return supplier.get().length() == 1 ? 1 : 2; // expect: true reached, false reached
    }

    int age(String name) {
        Integer age = ages.get(name);
        if (age == null) { // expect: true reached, false reached
            return 0;
        }
        return age > 17 ? 1 : 2; // expect: true reached, false reached
    }
}
