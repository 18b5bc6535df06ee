// open
// clew: --budget 1s
// Pins: a sealed interface of records, taken apart by instanceof with patterns.
package corpus.everyday;

public final class Shapes {
    private Shapes() {
    }

    sealed interface Shape permits Circle, Box, Group {
        double area();
    }

    record Circle(double radius) implements Shape {
        @Override
        public double area() {
            return Math.PI * radius * radius; // expect: reached
        }
    }

    record Box(int width, int height) implements Shape {
        Box {
            if (width < 1 || height < 1) {
                throw new IllegalArgumentException(width + "x" + height);
            }
        }

        @Override
        public double area() {
            if (width < 1) {
                throw new IllegalStateException(); // expect: unreachable
            }
            return (double) width * height; // expect: reached
        }
    }

    record Group(Shape one, Shape two) implements Shape {
        @Override
        public double area() {
            return one.area() + two.area(); // expect: reached
        }
    }

    static String name(Shape shape) {
        if (shape instanceof Circle circle) {
            return circle.radius() == 0 ? "point" : "circle"; // expect: true reached, false reached
        }
        if (shape instanceof Box box && box.width() == box.height()) {
            return "square"; // expect: reached
        }
        if (shape instanceof Box box) {
            if (box.width() == box.height()) {
                return "?"; // expect: unreachable
            }
            return "box"; // expect: reached
        }
        if (shape instanceof Group) {
            return "group"; // expect: reached
        }
        if (shape != null) {
            return "other"; // expect: unreachable
        }
        return "nothing"; // expect: reached
    }

    static int widened(int width, int height) {
        Shape shape = new Box(width, height);
        if (shape.area() < 1) {
            return -1; // expect: unreachable
        }
        if (shape.area() == 12.0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static boolean round(Shape shape) {
        if (!(shape instanceof Circle circle)) {
            return false; // expect: reached
        }
        if (shape instanceof Box) {
            throw new IllegalStateException(); // expect: unreachable
        }
        if (circle.radius() * circle.radius() < 0) {
            throw new IllegalStateException(); // expect: unreachable
        }
        return circle.radius() > 1; // expect: reached
    }

    static int count(Shape shape) {
        if (shape instanceof Group group) {
            int count = count(group.one()) + count(group.two());
            if (count == 3) {
                return 3; // expect: reached
            }
            return count; // expect: reached
        }
        return shape == null ? 0 : 1; // expect: true reached, false reached
    }
}
