// Pins: the characters of an input string can be anything, and so can its length up to the bound.
package corpus.text;

public class Input {
    public static int first(String s) { // expect: raises java.lang.NullPointerException
        if (s.length() < 3) { // expect: true reached, false reached
            return 0; // expect: reached
        }
        if (s.charAt(2) == 'x') { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int isNull(String s) {
        if (s == null) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int outside(String s) {
        try {
            return s.charAt(s.length()); // expect: reached
        } catch (StringIndexOutOfBoundsException end) {
            return -1; // expect: reached
        }
    }

    public static int beyondLatin(String s) {
        if (s != null && s.length() == 2 && s.charAt(0) == '\u20ac' && s.charAt(1) == 'a') {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int negative(String s) {
        if (s.length() < 0) {
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int tooLong(String s) {
        if (s.length() > 100) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
