// Pins: Integer.parseInt of a text of the input.
// clew: --string-length 4
package corpus.text;

public class Parsing {
    public static int answer(String text) {
        if (Integer.parseInt(text) == 42) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int orElse(String text) {
        try {
            return Integer.parseInt(text) > 9 ? 2 : 1; // expect: reached
        } catch (NumberFormatException malformed) {
            return 0; // expect: reached
        }
    }
}
