// Pins: a method that every class overrides which is there still runs on an object of a class that a test writes.
package corpus.types;

public class OverriddenEverywhere {
    abstract static class Shape {
        abstract int sides();

        int doubled() {
            int sides = sides();
            return sides > 3 ? 2 * sides : 0; // expect: true reached, false reached
        }

        int round() {
            return sides() == 0 ? 1 : 2; // expect: true reached, false reached
        }
    }

    static class Triangle extends Shape {
        @Override
        int sides() {
            return 3;
        }

        @Override
        int doubled() {
            return super.doubled() + 6; // expect: reached
        }

        @Override
        int round() {
            return 0; // expect: reached
        }
    }
}
