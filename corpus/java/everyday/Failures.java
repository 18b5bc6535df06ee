// open
// clew: --budget 1s
// Pins: exceptions of the program's own, wrapped ones, finally and resources.
package corpus.everyday;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.logging.Level;
import java.util.logging.Logger;

public final class Failures {
    private static final Logger LOG = Logger.getLogger("corpus.failures");

    private Failures() {
    }

    static class ServiceException extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final int code;

        ServiceException(int code, String message, Throwable cause) {
            super(message, cause);
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    static final class Connection implements AutoCloseable {
        static final int MAX = 10;
        private boolean open;

        Connection(int id) throws IOException {
            if (id > MAX) {
                throw new IOException("no connection " + id);
            }
            open = true;
        }

        int send(String text) {
            if (!open) {
                throw new IllegalStateException("closed"); // expect: reached
            }
            return text.length(); // expect: reached
        }

        @Override
        public void close() {
            open = false;
        }
    }

    static int load(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException malformed) {
            throw new ServiceException(7, "not a number: " + text, malformed); // expect: reached
        } finally {
            LOG.fine("loaded");
        }
    }

    static int handled(String text) {
        try {
            int number = load(text);
            return number > 9 ? 2 : 1; // expect: true reached, false reached
        } catch (ServiceException failed) {
            if (failed.code() != 7) {
                return -1; // expect: unreachable
            }
            if (failed.getCause() instanceof NumberFormatException) {
                LOG.log(Level.WARNING, "failed", failed);
                return 0; // expect: reached
            }
            return -2; // expect: unreachable
        }
    }

    static int sent(int id, String text) {
        try (Connection connection = new Connection(id)) {
            int sent = connection.send(text);
            if (!connection.open) {
                return -2; // expect: unreachable
            }
            return sent == 3 ? 1 : 0; // expect: true reached, false reached
        } catch (IOException refused) {
            return -1; // expect: reached
        } catch (IllegalStateException closed) {
            return -3; // expect: unreachable
        }
    }

    static int afterClose(int id) throws IOException {
        Connection kept;
        try (Connection connection = new Connection(id)) {
            kept = connection;
        }
        if (kept.open) {
            return -1; // expect: unreachable
        }
        try {
            return kept.send("late");
        } catch (IllegalStateException closed) {
            return closed.getMessage().equals("closed") ? 1 : 2; // expect: true reached, false unreachable
        }
    }

    static int unchecked(int id) {
        int state = 0;
        try {
            state = 1;
            new Connection(id).close();
            state = 2;
        } catch (IOException refused) {
            if (state != 1) {
                throw new IllegalStateException(); // expect: unreachable
            }
            throw new UncheckedIOException("id " + id, refused); // expect: reached
        } finally {
            if (state == 0) {
                LOG.severe("not begun"); // expect: impossible
            }
        }
        return state; // expect: reached
    }
}
