package parsing;

/** Reads expressions: sums of products of numbers, signs and parentheses. */
public class Parser {
    private final Tokenizer tokens;
    private Token current;

    public Parser(String text) {
        tokens = new Tokenizer(text);
        current = tokens.next();
    }

    /** The value of a text such as "2*(3+4)". */
    public static int evaluate(String text) {
        return Expression.evaluate(new Parser(text).parse());
    }

    /** The whole text as one expression. */
    public Expression parse() {
        Expression expression = sum();
        if (current.kind() != Token.Kind.END) {
            throw new IllegalArgumentException("unexpected " + current.kind() + " before " + tokens.position());
        }
        return expression;
    }

    private Expression sum() {
        Expression left = product();
        while (current.kind() == Token.Kind.PLUS || current.kind() == Token.Kind.MINUS) {
            char operator = current.kind() == Token.Kind.PLUS ? '+' : '-';
            advance();
            left = new Expression.Binary(operator, left, product());
        }
        return left;
    }

    private Expression product() {
        Expression left = factor();
        while (current.kind() == Token.Kind.TIMES) {
            advance();
            left = new Expression.Binary('*', left, factor());
        }
        return left;
    }

    private Expression factor() {
        switch (current.kind()) {
            case NUMBER:
                Expression constant = new Expression.Constant(current.value());
                advance();
                return constant;
            case MINUS:
                advance();
                return new Expression.Negation(factor());
            case OPEN:
                advance();
                Expression inner = sum();
                if (current.kind() != Token.Kind.CLOSE) {
                    throw new IllegalArgumentException("missing )");
                }
                advance();
                return inner;
            default:
                throw new IllegalArgumentException("a number is missing");
        }
    }

    private void advance() {
        current = tokens.next();
    }
}
