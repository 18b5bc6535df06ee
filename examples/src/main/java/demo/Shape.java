package demo;

/** A shape on a grid; its kinds are the nested classes. */
public abstract class Shape {
    /** The number of grid cells covered. */
    public abstract int area();

    /** A rectangle; its sides may be set to anything. */
    public static class Rectangle extends Shape {
        private int width;
        private int height;

        public Rectangle(int width, int height) {
            this.width = width;
            this.height = height;
        }

        @Override
        public int area() {
            return width * height;
        }
    }

    /** A square is a rectangle with one side. */
    public static class Square extends Rectangle {
        public Square(int side) {
            super(side, side);
        }

        @Override
        public int area() {
            int area = super.area();
            return area < 0 ? Integer.MAX_VALUE : area;
        }
    }

    /** A single cell. */
    public static class Dot extends Shape {
        @Override
        public int area() {
            return 1;
        }
    }

    /** The larger of two shapes, the first one if they are equal. */
    public static Shape larger(Shape a, Shape b) {
        return a.area() >= b.area() ? a : b;
    }

    /** Names a shape by a number: 1 for a dot, 2 for an upright square, 3 for other rectangles, 0 for none. */
    public static int classify(Shape shape) {
        if (shape == null) {
            return 0;
        }
        if (shape instanceof Dot) {
            if (shape.area() != 1) {
                return -1;
            }
            return 1;
        }
        if (shape instanceof Square) {
            return 2;
        }
        return 3;
    }

    /** The cells that {@code count} shapes of this kind cover; the product wraps for large numbers. */
    public int total(int count) {
        int total = count * area();
        if (count > 0 && area() > 0) {
            if (total < 0) {
                throw new ArithmeticException("too many cells");
            }
        }
        return total;
    }
}
