// Pins: questions to characters and arithmetic with them.
// Weak: what is only possible(strict) here is reached by executions; the exploration does not find them yet.
package corpus.text;

public class Characters {
    public static int digit(char c) {
        if (Character.isDigit(c) && c < 128) {
            int value = c - '0';
            if (value < 0 || value > 9) {
                return -1; // expect: impossible
            }
            return value; // expect: reached
        }
        return -2; // expect: reached
    }

    public static int next(char c) {
        char next = (char) (c + 1);
        if (next < c) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int upper(char c) {
        if (c >= 'a' && c <= 'z') {
            if (Character.toUpperCase(c) == 'Q') { // expect: true reached, false reached
                return 1; // expect: reached
            }
            return 0; // expect: reached
        }
        return 2; // expect: reached
    }
}
