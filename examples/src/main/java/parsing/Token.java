package parsing;

/** A piece of an expression. */
public record Token(Kind kind, int value) {
    /** What a token can be. */
    public enum Kind { NUMBER, PLUS, MINUS, TIMES, OPEN, CLOSE, END }

    static Token of(Kind kind) {
        return new Token(kind, 0);
    }
}
