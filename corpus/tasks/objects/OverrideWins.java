// The method of the object's class runs.
// task: unsafe
// inputs: true
package tasks.objects;

import tasks.Input;

public class OverrideWins {
    public static void main(String[] args) {
        Shape shape = Input.nextBoolean() ? new Square() : new Shape();
        assert shape.corners() == 0;
    }

    static class Shape {
        int corners() {
            return 0;
        }
    }

    static class Square extends Shape {
        @Override
        int corners() {
            return 4;
        }
    }
}
