// Pins: Enum.valueOf finds the constants by their names, and throws for other names.
package corpus.library;

public class EnumByName {
    public enum Color { RED, GREEN }

    public static int known() {
        Color color = Enum.valueOf(Color.class, "GREEN");
        if (color == Color.GREEN) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int unknown() {
        try {
            Color.valueOf("BLUE");
            return 1; // expect: unreachable
        } catch (IllegalArgumentException e) {
            return 2; // expect: reached
        }
    }
}
