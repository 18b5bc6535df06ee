// Pins: of very many implementations a few are followed, and a proof that needs the others says so.
package corpus.types;

public class ManyImplementations {
    interface Shape {
        int sides();
    }

    static final class Shape1 implements Shape {
        public int sides() {
            return 1;
        }
    }

    static final class Shape2 implements Shape {
        public int sides() {
            return 2;
        }
    }

    static final class Shape3 implements Shape {
        public int sides() {
            return 3;
        }
    }

    static final class Shape4 implements Shape {
        public int sides() {
            return 4;
        }
    }

    static final class Shape5 implements Shape {
        public int sides() {
            return 5;
        }
    }

    static final class Shape6 implements Shape {
        public int sides() {
            return 6;
        }
    }

    static final class Shape7 implements Shape {
        public int sides() {
            return 7;
        }
    }

    static final class Shape8 implements Shape {
        public int sides() {
            return 8;
        }
    }

    static final class Shape9 implements Shape {
        public int sides() {
            return 9;
        }
    }

    static final class Shape10 implements Shape {
        public int sides() {
            return 10;
        }
    }

    static final class Shape11 implements Shape {
        public int sides() {
            return 11;
        }
    }

    static final class Shape12 implements Shape {
        public int sides() {
            return 12;
        }
    }

    static final class Shape13 implements Shape {
        public int sides() {
            return 13;
        }
    }

    static final class Shape14 implements Shape {
        public int sides() {
            return 14;
        }
    }

    static final class Shape15 implements Shape {
        public int sides() {
            return 15;
        }
    }

    static final class Shape16 implements Shape {
        public int sides() {
            return 16;
        }
    }

    static final class Shape17 implements Shape {
        public int sides() {
            return 17;
        }
    }

    static final class Shape18 implements Shape {
        public int sides() {
            return 18;
        }
    }

    static final class Shape19 implements Shape {
        public int sides() {
            return 19;
        }
    }

    static final class Shape20 implements Shape {
        public int sides() {
            return 20;
        }
    }

    public static int some(Shape shape) {
        if (shape.sides() == 3) { // expect: throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int last(Shape shape) {
        if (shape.sides() == 20) {
            return 1; // expect: possible
        }
        return 0; // expect: reached
    }
}
