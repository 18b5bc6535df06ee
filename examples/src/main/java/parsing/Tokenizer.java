package parsing;

/** Splits an expression into tokens. */
public class Tokenizer {
    private final String text;
    private int position;

    public Tokenizer(String text) {
        this.text = text;
    }

    /** The next token; at the end again and again END. */
    public Token next() {
        while (position < text.length() && text.charAt(position) == ' ') {
            position++;
        }
        if (position == text.length()) {
            return Token.of(Token.Kind.END);
        }
        char c = text.charAt(position);
        if (c >= '0' && c <= '9') {
            return number();
        }
        position++;
        switch (c) {
            case '+':
                return Token.of(Token.Kind.PLUS);
            case '-':
                return Token.of(Token.Kind.MINUS);
            case '*':
                return Token.of(Token.Kind.TIMES);
            case '(':
                return Token.of(Token.Kind.OPEN);
            case ')':
                return Token.of(Token.Kind.CLOSE);
            default:
                throw new IllegalArgumentException("unexpected character at " + (position - 1));
        }
    }

    public int position() {
        return position;
    }

    private Token number() {
        int value = 0;
        while (position < text.length() && Character.isDigit(text.charAt(position))) {
            value = value * 10 + (text.charAt(position) - '0');
            position++;
        }
        return new Token(Token.Kind.NUMBER, value);
    }
}
