// Pins: switches over types, with guards, null and enum constants.
// javac: --release 21
package corpus.dynamic;

public class Patterns {
    sealed interface Shape permits Circle, Square {
    }

    record Circle(int radius) implements Shape {
    }

    record Square(int side) implements Shape {
    }

    enum Color { RED, GREEN, BLUE }

    public static int area(Shape shape) { // expect: raises java.lang.NullPointerException
        return switch (shape) {
            case Circle c when c.radius() > 100 -> -1; // expect: reached
            case Circle c -> 3 * c.radius(); // expect: reached
            case Square s -> s.side() * s.side(); // expect: reached
        };
    }

    public static int nulls(Shape shape) {
        return switch (shape) {
            case null -> 0; // expect: reached
            case Circle c -> 1; // expect: reached
            case Square s -> 2; // expect: reached
        };
    }

    public static int parts(Shape shape) {
        if (shape instanceof Circle(int r) && r == 5) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int colors(Color color) {
        return switch (color) {
            case RED -> 1; // expect: reached
            case Color c when c.name().length() == 5 -> 5; // expect: reached
            case Color c -> c.ordinal(); // expect: reached
        };
    }

    public static int constants(Integer number) {
        return switch (number) {
            case 1 -> 10; // expect: reached
            case Integer i when i > 1000 -> 20; // expect: reached
            case Integer i -> 30; // expect: reached
        };
    }
}
