// Pins: without any flag the input holds what the type arguments of its declared types say, a proof that needs this says so, and
// one that does not need it rests on nothing.
package corpus.library;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

public final class DeclaredTypes {
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

    static final class Entry {
        final String key;
        int count;

        Entry(String key) {
            this.key = key;
        }
    }

    static int length(List<String> texts) {
        String text = texts.get(0); // expect: reached
        return text.length() == 3 ? 1 : 2; // expect: true reached, false reached
    }

    static int counts(List<Entry> entries) {
        int sum = 0;
        for (Entry entry : entries) { // expect: reached
            sum += entry.count; // expect: reached
        }
        return sum == 7 ? 1 : 2; // expect: true reached, false reached
    }

    static int boxed(Box<? extends Number> box) {
        return box.get().intValue() == 7 ? 1 : 2; // expect: true reached, false reached; throws java.lang.ClassCastException unreachable(if generic_types)
    }

    static int linked(Named<Integer> named) {
        if (named.next.rank > 3) { // expect: true reached, false reached; throws java.lang.ClassCastException unreachable(if generic_types)
            return named.next.get().length(); // expect: reached; throws java.lang.ClassCastException unreachable(if generic_types)
        }
        return 0;
    }

    static boolean isOdd(Box<String> texts, int n) {
        Object first = texts.get();
        if (first instanceof Integer) { // expect: true unreachable(if generic_types), false reached
            return n > 3;
        }
        return false;
    }

    static int raw(Box box) {
        String text = (String) box.get(); // expect: throws java.lang.ClassCastException reached
        return text == null ? 1 : 2; // expect: true reached, false reached
    }

    static int unrelated(Box<Object> box) {
        String text = (String) box.get(); // expect: throws java.lang.ClassCastException reached
        return text == null ? 1 : 2; // expect: true reached, false reached
    }

    static <T> int anything(Box<T> box) {
        return box.get() instanceof String ? 1 : 2; // expect: true reached, false reached
    }

    @SuppressWarnings("unchecked")
    static int polluted(Box<String> box, Object other) {
        ((Box<Object>) (Box<?>) box).value = other;
        return box.get().length(); // expect: reached; throws java.lang.ClassCastException reached
    }

    static int unneeded(Box<String> box, int n) {
        if ((n & 1) > 1) { // expect: true unreachable(unconditional)
            return 1;
        }
        return box.get().length(); // expect: reached; throws java.lang.ClassCastException unreachable(if generic_types)
    }

    static int supplied(Supplier<String> supplier) {
        return supplier.get().length() == 1 ? 1 : 2; // expect: true reached, false reached; throws java.lang.ClassCastException unreachable(if generic_types)
    }

    static int applied(Function<String, Integer> function, String text) {
        return function.apply(text) > 3 ? 1 : 2; // expect: true reached, false reached; throws java.lang.ClassCastException unreachable(if generic_types)
    }
}
