// Pins: an input of an enum type is one of its constants or null.
package corpus.types;

public class EnumParameter {
    enum Color {
        RED, GREEN, BLUE
    }

    public static int index(Color color) {
        if (color == null) {
            return -1; // expect: reached
        }
        if (color == Color.RED) {
            return 0; // expect: reached
        }
        if (color.ordinal() == 2) {
            return 2; // expect: reached
        }
        if (color.ordinal() > 2) {
            return 3; // expect: impossible
        }
        if (color != Color.GREEN) {
            return 4; // expect: impossible
        }
        return 1; // expect: reached
    }

    public static int constants() {
        Color color = Color.GREEN;
        if (color.ordinal() == 1) { // expect: true reached, false unreachable(strict)
            return 1; // expect: reached
        }
        return 2; // expect: unreachable(strict)
    }
}
