// Pins: compareTo, equalsIgnoreCase, isEmpty and contains.
// clew: --string-length 4
package corpus.text;

public class Comparing {
    public static int order(String text) {
        if (text.compareTo("b") < 0) { // expect: true reached, false reached; throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int ignoring(String text) {
        if (text.equalsIgnoreCase("ok") && !text.equals("ok")) { // expect: throws java.lang.NullPointerException reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int empty(String text) {
        if (text.isEmpty() && text.length() > 0) { // expect: throws java.lang.NullPointerException reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
