// Pins: what the JDK's documentation says of results holds of them, unless a class of the program says otherwise.
package corpus.library;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Results of methods that are documented to return an object, and of those that are not. */
public class Contracts {
    private final List<BigDecimal> prices = new ArrayList<>();
    private final Map<String, String> names;

    Contracts(Map<String, String> names) {
        this.names = Map.copyOf(names);
    }

    static int iterated(Collection<String> texts) {
        if (texts == null) {
            return 0;
        }
        int count = 0;
        for (String text : texts) { // expect: reached; throws java.lang.NullPointerException unreachable(strict); throws java.lang.NullPointerException unreachable(if contract:java.util.Collection#iterator)
            count++;
        }
        return count; // expect: reached
    }

    /** The documentation says so of no element. */
    static int element(List<String> texts) {
        if (texts == null || texts.isEmpty()) {
            return 0;
        }
        return texts.get(0).length(); // expect: reached; throws java.lang.NullPointerException reached
    }

    BigDecimal total() {
        BigDecimal sum = BigDecimal.ZERO;
        for (BigDecimal price : prices) {
            sum = sum.add(BigDecimal.ONE); // expect: throws java.lang.NullPointerException unreachable(if contract:java.math.BigDecimal#add)
        }
        return sum.setScale(2, RoundingMode.HALF_UP); // expect: throws java.lang.NullPointerException unreachable(if contract:java.math.BigDecimal#add)
    }

    /** A class of the program that overrides the method returns null. */
    static int overridden(BigDecimal number) {
        if (number == null) {
            return 0;
        }
        return number.negate().scale(); // expect: throws java.lang.NullPointerException possible
    }

    int keys() {
        Set<String> keys = names.keySet(); // expect: throws java.lang.NullPointerException unreachable(if class_invariant:corpus.library.Contracts)
        return keys.size(); // expect: throws java.lang.NullPointerException unreachable(if contract:java.util.Map#keySet)
    }

    /** What is never overridden needs no contract. */
    static int settled(int number) {
        return Integer.valueOf(number).toString().trim().length(); // expect: reached; throws java.lang.NullPointerException unreachable(unconditional)
    }

    /** The documentation says so of the parts. */
    static int parts(String text) {
        if (text == null) {
            return 0;
        }
        int length = 0;
        for (String part : text.split(",")) { // expect: reached; throws java.lang.NullPointerException unreachable(unconditional)
            length += part.length(); // expect: reached; throws java.lang.NullPointerException unreachable(unconditional)
        }
        return length;
    }

    /** Nobody says so of parts that were replaced, under whatever name. */
    static int spoiled(String text, boolean same) {
        if (text == null) {
            return 0;
        }
        String[] parts = text.split(",");
        String[] other = same ? parts : new String[1];
        if (other.length > 0) {
            other[0] = null;
        }
        int length = 0;
        for (String part : parts) {
            length += part.length(); // expect: reached; throws java.lang.NullPointerException reached
        }
        return length;
    }

    static int lent(String text, String[][] to) {
        if (text == null || to == null || to.length < 1) {
            return 0;
        }
        String[] parts = text.split(",");
        to[0] = parts;
        replace(to);
        return parts.length < 1 ? 0 : parts[0].length(); // expect: reached; throws java.lang.NullPointerException reached
    }

    private static void replace(String[][] rows) {
        if (rows[0].length > 0) {
            rows[0][0] = null;
        }
    }

    private static final Map<Integer, String> TABLE = Map.of(1, "one");
    private static final String SECOND = TABLE.get(2);

    static int looked(int key) {
        String found = TABLE.get(key); // expect: throws java.lang.NullPointerException unreachable
        return found == null ? 0 : 1;
    }

    /** The initializer sets this constant to null. */
    static int second() {
        return SECOND.length(); // expect: reached; throws java.lang.NullPointerException reached
    }

    static int interfaces(IntStream numbers) {
        if (numbers == null) {
            return 0;
        }
        return numbers.filter(number -> number > 2).toArray().length; // expect: throws java.lang.NullPointerException unreachable(if contract:java.util.stream.IntStream#toArray)
    }

    /** A number that breaks what is documented. */
    public static class Odd extends BigDecimal {
        public Odd() {
            super("1.5");
        }

        @Override
        public BigDecimal negate() {
            return null;
        }
    }

    /** A shape of the program: both kinds have a name, one has no label. */
    public interface Shape {
        String name();

        String label();
    }

    public record Square(int side) implements Shape {
        @Override
        public String name() {
            return "square";
        }

        @Override
        public String label() {
            return side > 2 ? "large" : null;
        }
    }

    public record Dot() implements Shape {
        @Override
        public String name() {
            return "dot";
        }

        @Override
        public String label() {
            return "dot";
        }
    }

    static int named(Shape shape) {
        if (shape == null) {
            return 0;
        }
        return shape.name().length(); // expect: reached; throws java.lang.NullPointerException unreachable(if closed_world)
    }

    static int labelled(Shape shape) {
        if (shape == null) {
            return 0;
        }
        return shape.label().length(); // expect: reached; throws java.lang.NullPointerException reached
    }

    /** A constructor sees what it has not set yet. */
    public static class Early {
        private String name;
        private int length;

        Early(boolean now) {
            if (now) {
                name = "now";
                length = name.length(); // expect: reached; throws java.lang.NullPointerException unreachable
                return;
            }
            length = name.length(); // expect: reached; throws java.lang.NullPointerException reached
            name = "later"; // expect: unreachable
        }

        int length() {
            return name.length() + length; // expect: reached; throws java.lang.NullPointerException unreachable(if class_invariant:corpus.library.Contracts$Early)
        }
    }
}
