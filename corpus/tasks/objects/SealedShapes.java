// A switch over sealed records gives an area that is not negative.
// task: safe
package tasks.objects;

import tasks.Input;

public class SealedShapes {
    public static void main(String[] args) {
        int a = Input.nextInt() & 0xff;
        int b = Input.nextInt() & 0xff;
        Figure figure = a > b ? new Rectangle(a, b) : new Square(a);
        int area = figure instanceof Rectangle r ? r.width() * r.height() : figure instanceof Square s ? s.side() * s.side() : -1;
        assert area >= 0;
    }

    sealed interface Figure permits Rectangle, Square {}

    record Rectangle(int width, int height) implements Figure {}

    record Square(int side) implements Figure {}
}
