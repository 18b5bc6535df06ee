// Pins: which object an empty text is. A concatenation is a new one, what builders, `trim` and `format` give is the literal's.
package corpus.text;

public class EmptyStrings {
    public static int concatenated(boolean b) {
        String part = b ? "" : "x";
        String both = part + part;
        if (both == "") { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return both.isEmpty() ? 2 : 3; // expect: true reached, false reached
    }

    public static int concatenatedInput(String s) {
        String both = s + s;
        if (both == s) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int blanks() {
        if (" \t".trim() == "") { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int trimmedInput(String s) {
        String trimmed = s.trim();
        if (trimmed.isEmpty() && !s.isEmpty()) {
            if (trimmed == "") { // expect: true reached, false unreachable
                return 1; // expect: reached
            }
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int formatted(boolean b) {
        String text = String.format("%s", b ? "" : "x");
        if (text == "") { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
