package demo;

/** Reads whole numbers from characters. */
public class Scanner {
    /** What {@link #kind} says of a character. */
    public static final int DIGIT = 1;
    public static final int SIGN = 2;
    public static final int BLANK = 3;
    public static final int OTHER = 4;

    private final char[] text;
    private int position;

    public Scanner(char[] text) {
        this.text = text;
    }

    public int getPosition() {
        return position;
    }

    /** The kind of a character. */
    public static int kind(char c) {
        switch (c) {
            case ' ':
            case '\t':
            case '\n':
                return BLANK;
            case '+':
            case '-':
                return SIGN;
            default:
                return c >= '0' && c <= '9' ? DIGIT : OTHER;
        }
    }

    /** Reads a number with an optional sign. The bug: text that ends right after the sign is read past its end. */
    public int number() {
        boolean negative = false;
        if (position < text.length && kind(text[position]) == SIGN) {
            negative = text[position] == '-';
            position++;
        }
        if (kind(text[position]) != DIGIT) {
            throw new NumberFormatException("no digit");
        }
        int value = 0;
        while (position < text.length && kind(text[position]) == DIGIT) {
            value = value * 10 + (text[position] - '0');
            position++;
        }
        return negative ? -value : value;
    }

    /** Packs three digits into one number; the last branch can never be taken. */
    public static int pack(int hundreds, int tens, int ones) {
        int packed = (hundreds & 7) << 6 | (tens & 7) << 3 | (ones & 7);
        if (packed == 0) {
            return -1;
        }
        if (packed > 511) {
            throw new IllegalStateException("three octal digits are at most 511");
        }
        return packed;
    }
}
