// Pins: an input of an abstract class is an object of one of its concrete subclasses.
package corpus.calls;

public class AbstractClass {
    abstract static class Shape {
        abstract int corners();

        int doubled() {
            return corners() * 2;
        }
    }

    static class Square extends Shape {
        @Override
        int corners() {
            return 4;
        }
    }

    static class Disc extends Shape {
        @Override
        int corners() {
            return 0;
        }
    }

    public static int corners(Shape shape) {
        if (shape == null) {
            return -1; // expect: reached
        }
        int doubled = shape.doubled();
        if (doubled == 8) {
            return 1; // expect: reached
        }
        if (doubled == 0) {
            return 2; // expect: reached
        }
        return 3; // expect: unreachable
    }
}
