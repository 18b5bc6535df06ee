// Pins: a parameter of one of the JDK's types of exceptions may be an exception of the program, also once its message was asked for.
package corpus.exceptions;

public class OwnSubclasses {
    static class Refusal extends UnsupportedOperationException {
        private final int code;

        Refusal(int code) {
            super("refused");
            this.code = code;
        }

        @Override
        public String getMessage() {
            return new String("refused " + code);
        }

        @Override
        public Throwable getCause() {
            return code > 0 ? this : null;
        }
    }

    static int kind(RuntimeException exception) {
        if (exception.getMessage() == null) {
            return 0; // expect: reached
        }
        if (exception instanceof Refusal) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: reached
    }

    static int cause(RuntimeException exception) {
        if (exception.getCause() == exception) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: reached
    }

    static int twice(Exception exception) {
        String message = exception.getMessage();
        if (message != exception.getMessage()) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: reached
    }

    static int other(java.io.IOException exception) {
        if (exception.getMessage() == null && exception.getMessage() != null) {
            return 1; // expect: unreachable(within)
        }
        return 2; // expect: reached
    }
}
