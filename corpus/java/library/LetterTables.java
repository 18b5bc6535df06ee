// Questions about any character look into the tables of the library, with thousands of elements.
package corpus.library;

public class LetterTables {
    static int ofAny(char letter) {
        if (letter < 0x400) {
            return 0;
        }
        return Character.isLetter(letter) ? 1 : 2; // expect: true reached, false reached
    }

    static int both(char letter) {
        boolean isBoth = Character.isUpperCase(letter) && Character.isDigit(letter);
        return isBoth ? 1 : 2; // expect: true unreachable, false reached
    }

    static int lowered(char letter) {
        char lower = Character.toLowerCase(letter);
        boolean isOther = letter > 0x3ff && lower != letter;
        return isOther ? 1 : 2; // expect: true reached, false reached
    }

    static int letters(String text) {
        int letters = 0;
        for (int at = 0; at < text.length() && at < 3; at++) {
            if (Character.isLetter(text.charAt(at))) {
                letters++;
            }
        }
        boolean areTwo = letters == 2 && text.charAt(0) > 0x500;
        return areTwo ? 1 : 2; // expect: true reached, false reached
    }
}
