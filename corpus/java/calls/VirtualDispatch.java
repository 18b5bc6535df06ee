// Pins: a virtual call on an input receiver may run the method of every subclass.
package corpus.calls;

public class VirtualDispatch {
    static class Animal {
        int legs() {
            return 4;
        }
    }

    static class Bird extends Animal {
        @Override
        int legs() {
            return 2;
        }
    }

    static class Snake extends Animal {
        @Override
        int legs() {
            return 0;
        }
    }

    static class Cobra extends Snake {
    }

    public static int count(Animal animal) {
        int legs = animal.legs(); // expect: throws java.lang.NullPointerException reached
        if (legs == 4) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (legs == 2) {
            return 2; // expect: reached
        }
        if (legs == 0) { // expect: true reached, false unreachable
            return 3; // expect: reached
        }
        return 4; // expect: unreachable
    }

    public static int ofSnake(Snake snake) {
        if (snake == null) {
            return -1;
        }
        if (snake.legs() != 0) {
            return 1; // expect: unreachable
        }
        if (snake instanceof Cobra) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    public static int ofFresh() {
        Animal animal = new Bird();
        if (animal.legs() == 2) { // expect: true reached, false unreachable(strict)
            return 1; // expect: reached
        }
        return 2; // expect: unreachable(strict)
    }
}
