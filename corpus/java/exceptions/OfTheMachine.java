// What exceptions that the virtual machine made know of others: their cause, and what was suppressed for their sake.
package corpus.exceptions;

public class OfTheMachine {
    static class Resource implements AutoCloseable {
        @Override
        public void close() {
            throw new IllegalStateException();
        }
    }

    static class Broken {
        static final int VALUE = Integer.parseInt("none");
    }

    static int suppressed(int divisor) {
        try (Resource resource = new Resource()) {
            divisor = 1 / divisor;
        } catch (ArithmeticException failed) {
            if (failed.getSuppressed().length == 1) {
                return 1; // expect: reached
            }
            return 2; // expect: unreachable(if fresh_exceptions)
        } catch (IllegalStateException closing) {
            return 3; // expect: reached
        }
        return 4; // expect: unreachable(unconditional)
    }

    static int added(int[] values) {
        try {
            return values[5];
        } catch (ArrayIndexOutOfBoundsException failed) {
            int before = failed.getSuppressed().length;
            failed.addSuppressed(new Exception());
            return before + failed.getSuppressed().length == 1 ? 1 : 2; // expect: true reached, false unreachable(if fresh_exceptions)
        }
    }

    static int cause() {
        try {
            return Broken.VALUE;
        } catch (ExceptionInInitializerError failed) {
            if (failed.getCause() instanceof NumberFormatException) {
                return 1; // expect: reached
            }
            return 2; // expect: unreachable(if initial_statics:corpus.exceptions.OfTheMachine$Broken)
        }
    }
}
