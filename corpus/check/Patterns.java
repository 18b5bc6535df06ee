// Patterns: what compilers make of them besides what is written. Where a part of a record pattern always matches, there is a jump
// on a constant; where all cases of a sealed type or an enum are there, a default that throws.
// javac: --release 21
package corpus.check;

public class Patterns {
    sealed interface Shape permits Circle, Square, Framed {}

    record Circle(int r) implements Shape {}

    record Square(int a) implements Shape {}

    record Framed(Shape inner, int width) implements Shape {}

    enum Color {
        RED, GREEN, BLUE
    }

    static int area(Shape shape) {
        return switch (shape) {
            case Circle circle -> circle.r() * 3;
            case Square(int a) -> a * a;
            case Framed(Circle(int r), int width) when width > 3 -> r + width;
            case Framed(Circle inner, int width) -> width;
            case Framed(Square inner, int width) -> width + 1;
            case Framed(Framed inner, int width) -> width + 2;
        };
    }

    static int radius(Shape shape) {
        if (shape instanceof Framed(Circle(int r), int width) && r > width) {
            return r;
        }
        return 1;
    }

    static int of(Object o) {
        return switch (o) {
            case null -> 0;
            case Integer i when i > 10 -> 1;
            case Integer i -> 2;
            case String text -> text.length();
            case int[] numbers -> numbers.length;
            default -> 9;
        };
    }

    static int color(Color color) {
        return switch (color) {
            case RED -> 1;
            case GREEN, BLUE -> {
                int place = color.ordinal();
                yield place + 1;
            }
        };
    }

    static int neverBoth(Object o) {
        if (!(o instanceof String text)) {
            return 0;
        }
        if (o instanceof Circle(int r)) { // finding: always_false
            return r;
        }
        return text.length();
    }

    static int neverWide(Shape shape) {
        return switch (shape) {
            case Square(int a) when a > 3 -> {
                if (a < 2) { // finding: always_false
                    yield 1;
                }
                yield 2;
            }
            default -> 3;
        };
    }
}
