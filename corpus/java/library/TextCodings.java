// Pins: a text of Latin-1 is compared with others by units, and others with each other by code points, where case is ignored.
package corpus.library;

public class TextCodings {
    public static int mixed() {
        if ("-".compareToIgnoreCase("\ud83d\ude00x") == '-' - 0xd83d) {
            return 0; // expect: possible
        }
        return 1; // expect: impossible
    }

    public static int turned() {
        if ("\ud83d\ude00x".compareToIgnoreCase("Z") == 0xd83d - 'z') {
            return 0; // expect: possible
        }
        return 1; // expect: impossible
    }

    public static int wide() {
        if ("\u0100".compareToIgnoreCase("\ud83d\ude00") == 0x101 - 0x1f600) {
            return 0; // expect: possible
        }
        return 1; // expect: impossible
    }

    public static int symbolic(char c) {
        int difference = String.valueOf(c).compareToIgnoreCase("\ud83d\ude00");
        if (difference < -0x10000) {
            if (c <= 0xff) {
                return 0; // expect: impossible
            }
            return 1; // expect: possible
        }
        if (difference >= -0xd83d) {
            return 2; // expect: possible
        }
        if (c <= 0xff) {
            return 3; // expect: impossible
        }
        return 4; // expect: possible
    }

    public static int pair(char high, char low) {
        if (high != '\ud83d' || low < '\ude00' || low > '\ude0f') {
            return 0; // expect: reached
        }
        return new String(new char[] {high, low}).compareToIgnoreCase("Z") == 0xd83d - 'z' ? 1 : 2; // expect: true reached, false unreachable
    }
}
