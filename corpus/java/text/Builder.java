// Pins: StringBuilder: append, length, charAt, reverse.
package corpus.text;

public class Builder {
    public static int appended(char c) {
        StringBuilder text = new StringBuilder();
        text.append("a").append(c);
        if (text.length() != 2) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        if (text.charAt(1) == 'b') { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int reversed(char c, char d) {
        String text = new StringBuilder().append(c).append(d).reverse().toString();
        if (text.equals("xy")) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int repeated(int n) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n; i++) {
            text.append('-');
        }
        if (text.length() == 2) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
