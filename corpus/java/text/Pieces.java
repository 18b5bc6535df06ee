// Pins: substring, indexOf, startsWith, charAt on a text of the input.
// clew: --string-length 4
package corpus.text;

public class Pieces {
    public static int found(String text) {
        int at = text.indexOf(':'); // expect: throws java.lang.NullPointerException reached
        if (at == 2) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (at > text.length()) { // expect: true unreachable, false reached
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int prefix(String text) {
        if (text.startsWith("ab") && text.charAt(0) != 'a') { // expect: throws java.lang.NullPointerException reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int tail(String text) {
        if (text.length() == 3 && text.substring(1).equals("yz")) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int beyond(String text, int at) {
        char c = text.charAt(at); // expect: throws java.lang.NullPointerException reached
        if (c == 'k') { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
