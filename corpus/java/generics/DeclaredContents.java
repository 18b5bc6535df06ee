// Pins: casts that compilers add to what collections give back do not fail where the declarations tell what is in them.
package corpus.generics;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Casts of elements, by the type arguments of parameters, fields, results and supertypes. */
public class DeclaredContents {
    private final Map<String, List<Integer>> rows;

    DeclaredContents(Map<String, List<Integer>> rows) {
        this.rows = rows;
    }

    record Item(String name) {}

    /** A list of items. */
    abstract static class Items implements List<Item> {}

    static int names(Collection<Item> items) {
        int length = 0;
        for (Item item : items) { // expect: reached; throws java.lang.ClassCastException possible
            length += item.hashCode();
        }
        return length;
    }

    static int first(Items items) {
        Item first = items.get(0); // expect: throws java.lang.ClassCastException unreachable(if generic_types)
        return first == null ? 0 : 1;
    }

    int sum() {
        int sum = 0;
        for (Map.Entry<String, List<Integer>> row : rows.entrySet()) { // expect: throws java.lang.ClassCastException possible
            for (Integer number : row.getValue()) { // expect: throws java.lang.ClassCastException possible
                sum += number;
            }
        }
        return sum;
    }

    static int bounded(List<? extends Number> numbers) {
        int sum = 0;
        for (Number number : numbers) { // expect: throws java.lang.ClassCastException possible
            sum += number.intValue();
        }
        return sum;
    }

    static int optional(Optional<Item> item) {
        return item.map(found -> found).get().hashCode();
    }

    /** A list of the program, which no other class is. */
    static final class Row<T> {
        T value;
        Row<T> next;

        T value() {
            return value;
        }
    }

    static int rows(Row<Item> first) {
        int count = 0;
        for (Row<Item> row = first; row != null; row = row.next) {
            Item item = row.value(); // expect: reached; throws java.lang.ClassCastException unreachable(if generic_types)
            count += item == null ? 0 : 1;
        }
        return count;
    }

    static int nested(Row<Row<Item>> first) {
        int count = 0;
        for (Row<Row<Item>> row = first; row != null; row = row.next) {
            for (Row<Item> inner = row.value; inner != null; inner = inner.next) { // expect: reached; throws java.lang.ClassCastException unreachable(if generic_types)
                count += inner.value.name().length(); // expect: reached; throws java.lang.ClassCastException unreachable(if generic_types)
            }
        }
        return count;
    }

    /** A cast that the declaration does not speak of. */
    static int other(List<Object> objects) {
        return ((Integer) objects.get(0)).intValue(); // expect: reached; throws java.lang.ClassCastException reached
    }

    /** What a raw type puts in is not what is declared. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    static int polluted(List<String> texts) {
        ((List) texts).set(0, 5);
        int length = 0;
        for (Iterator<String> all = texts.iterator(); all.hasNext(); ) {
            String text = all.next(); // expect: reached; throws java.lang.ClassCastException reached
            length += text == null ? 0 : 1;
        }
        return length;
    }
}
