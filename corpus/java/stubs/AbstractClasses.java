// Pins: an object of an abstract class that nobody extends is a stub: its code runs on fields that hold anything its
// constructors allow, and what it leaves open returns anything.
package corpus.stubs;

public class AbstractClasses {
    abstract static class Shape {
        protected final int sides;
        private Shape next;

        Shape(int sides) {
            if (sides < 0) {
                throw new IllegalArgumentException();
            }
            this.sides = sides;
        }

        abstract int area(int unit);

        protected abstract void draw();

        public int perSide() {
            return area(1) / sides; // expect: throws java.lang.ArithmeticException reached
        }

        public boolean isLarger(Shape other) {
            draw();
            return area(1) > other.area(1); // expect: true reached, false reached
        }

        public Shape last() {
            Shape shape = this;
            while (shape.next != null) {
                shape = shape.next;
            }
            return shape; // expect: reached
        }
    }

    abstract static class Keyed {
        abstract Object key();

        @Override
        public boolean equals(Object other) {
            return other instanceof Keyed && ((Keyed) other).key() == key();
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    public static int negative(Shape shape) {
        if (shape.sides < 0) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int area(Shape shape) {
        if (shape.sides == 3 && shape.area(2) == 7) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int thrown(Shape shape) {
        try {
            shape.draw();
            return 0; // expect: reached
        } catch (UnsupportedOperationException e) {
            return 1; // expect: reached
        }
    }

    public static int equal(Keyed one, Keyed other) {
        if (one != other && one.equals(other)) {
            return 1; // expect: reached
        }
        return one.hashCode(); // expect: reached
    }
}
