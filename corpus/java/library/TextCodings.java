// Pins: a text of Latin-1 is compared with others by units, and others with each other by code points, where case is ignored.
package corpus.library;

public class TextCodings {
    public static int mixed() {
        return "-".compareToIgnoreCase("\ud83d\ude00x") == '-' - 0xd83d
                ? 0 // expect: possible
                : 1; // expect: impossible
    }

    public static int turned() {
        return "\ud83d\ude00x".compareToIgnoreCase("Z") == 0xd83d - 'z'
                ? 0 // expect: possible
                : 1; // expect: impossible
    }

    public static int wide() {
        return "\u0100".compareToIgnoreCase("\ud83d\ude00") == 0x101 - 0x1f600
                ? 0 // expect: possible
                : 1; // expect: impossible
    }

    public static int symbolic(char c) {
        int difference = String.valueOf(c).compareToIgnoreCase("\ud83d\ude00");
        if (difference < -0x10000) {
            return c <= 0xff
                    ? 0 // expect: impossible
                    : 1; // expect: possible
        }
        return difference >= -0xd83d
                ? 2 // expect: possible
                : 3; // expect: impossible
    }
}
