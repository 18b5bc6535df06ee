package demo;

/** Methods of one line, whose answers no branch tells apart. */
public final class Initials {
    private Initials() {
    }

    public static boolean isLong(String text) {
        return text.length() / 4 > 0;
    }

    public static boolean isVowel(String vowels, char letter) {
        return vowels.indexOf(letter) >= 0;
    }

    public static String twice(char letter) {
        return "" + letter + letter;
    }
}
