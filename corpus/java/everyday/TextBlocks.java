// open
// clew: --budget 1s
// Pins: text blocks and what is filled into them.
package corpus.everyday;

public final class TextBlocks {
    private static final String LETTER = """
        Dear %s,
          you owe %d.
        """;

    private TextBlocks() {
    }

    static int letter(String name, int cents) {
        String text = LETTER.formatted(name, cents);
        if (!text.startsWith("Dear ")) {
            return -1; // expect: unreachable
        }
        if (cents > 1000) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int shape() {
        if (LETTER.length() != 23) {
            return -1; // expect: unreachable
        }
        if (LETTER.endsWith("\n")) {
            return LETTER.indexOf('\n'); // expect: reached
        }
        return 0; // expect: unreachable
    }

    static String json(String key, boolean value) {
        String json = """
            {"%s": %b}""".replace("%s", key).replace("%b", String.valueOf(value));
        if (!json.startsWith("{\"")) {
            return null; // expect: unreachable
        }
        if (json.equals("{\"a\": true}")) {
            return "a"; // expect: reached
        }
        return json; // expect: reached
    }

    static String repeated(String word, int count) {
        if (count < 0 || count > 3) {
            throw new IllegalArgumentException("count " + count); // expect: reached
        }
        String all = word.repeat(count);
        if (all.length() != word.length() * count) {
            return null; // expect: unreachable
        }
        if (all.equals("abab")) {
            return "twice"; // expect: reached
        }
        return all; // expect: reached
    }
}
