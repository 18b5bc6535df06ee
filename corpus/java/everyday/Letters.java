// open
// clew: --budget 1s
// Pins: kinds of characters: digits, letters, cases, words.
package corpus.everyday;

public final class Letters {
    private Letters() {
    }

    static int kind(char c) {
        if (Character.isDigit(c)) {
            if (Character.isLetter(c)) {
                return -1; // expect: unreachable
            }
            return 1; // expect: reached
        }
        if (c >= '0' && c <= '9') {
            return -2; // expect: unreachable
        }
        if (Character.isUpperCase(c)) {
            return 2; // expect: reached
        }
        return Character.isWhitespace(c) ? 3 : 0; // expect: true reached, false reached
    }

    static boolean identifier(String text) {
        if (text.isEmpty() || !Character.isJavaIdentifierStart(text.charAt(0))) {
            return false; // expect: reached
        }
        if (text.charAt(0) == '1') {
            throw new IllegalStateException(); // expect: unreachable
        }
        for (int i = 1; i < text.length(); i++) {
            if (!Character.isJavaIdentifierPart(text.charAt(i))) {
                return false; // expect: reached
            }
        }
        return true; // expect: reached
    }

    static char shifted(char c, int by) {
        if (c < 'a' || c > 'z' || by < 0 || by > 25) {
            return c; // expect: reached
        }
        char shifted = (char) ('a' + (c - 'a' + by) % 26);
        if (shifted < 'a' || shifted > 'z') {
            return '!'; // expect: unreachable
        }
        if (shifted == c) {
            return by == 0 ? '=' : '?'; // expect: true reached, false unreachable
        }
        return shifted; // expect: reached
    }

    static String capital(String word) {
        if (word == null || word.isEmpty()) {
            return word; // expect: reached
        }
        String capital = Character.toUpperCase(word.charAt(0)) + word.substring(1);
        if (capital.length() != word.length()) {
            return null; // expect: unreachable
        }
        if (capital.equals("Tea")) {
            return "T"; // expect: reached
        }
        return capital; // expect: reached
    }

    static int vowels(String text) {
        int count = 0;
        for (char c : text.toCharArray()) {
            if ("aeiou".indexOf(c) >= 0) {
                count++; // expect: reached
            }
        }
        if (count > text.length()) {
            return -1; // expect: unreachable
        }
        return count == 2 ? 2 : 0; // expect: true reached, false reached
    }
}
