package parsing;

/** An arithmetic expression. */
public sealed interface Expression {
    /** A number. */
    record Constant(int value) implements Expression {}

    /** The negation of an expression. */
    record Negation(Expression inner) implements Expression {}

    /** Two expressions and what is done to them. */
    record Binary(char operator, Expression left, Expression right) implements Expression {}

    /** The value of an expression; overflow is an error. */
    static int evaluate(Expression expression) {
        if (expression instanceof Constant constant) {
            return constant.value();
        }
        if (expression instanceof Negation negation) {
            return Math.negateExact(evaluate(negation.inner()));
        }
        Binary binary = (Binary) expression;
        int left = evaluate(binary.left());
        int right = evaluate(binary.right());
        return switch (binary.operator()) {
            case '+' -> Math.addExact(left, right);
            case '-' -> Math.subtractExact(left, right);
            case '*' -> Math.multiplyExact(left, right);
            default -> throw new IllegalArgumentException("operator " + binary.operator());
        };
    }

    /** The greatest number of operators above a constant. */
    static int depth(Expression expression) {
        if (expression instanceof Binary binary) {
            return 1 + Math.max(depth(binary.left()), depth(binary.right()));
        }
        if (expression instanceof Negation negation) {
            return 1 + depth(negation.inner());
        }
        return 0;
    }
}
