// Pins: of the checked exceptions that a method declares a stub throws those that all declarations of the method allow, and none
// that only a type argument would name.
package corpus.stubs;

import java.io.IOException;
import java.sql.SQLException;

public class ExceptionsAllowed {
    interface Reader {
        int get() throws IOException, InterruptedException;
    }

    interface Rows {
        int get() throws SQLException, InterruptedException;
    }

    interface Both extends Reader, Rows {
    }

    interface Quiet extends Reader {
        @Override
        int get();
    }

    interface Action<E extends Exception> {
        void run() throws E;
    }

    interface Step {
        void go() throws IOException;

        default int goTwice() throws IOException {
            go();
            try {
                go();
                return 0;
            } catch (IOException e) {
                return 1;
            }
        }
    }

    public static int both(Both both) {
        try {
            return both.get(); // expect: reached
        } catch (InterruptedException e) {
            return 1; // expect: reached
        } catch (NullPointerException e) {
            return 2; // expect: reached
        } catch (Exception e) {
            return 3; // expect: unreachable(within)
        }
    }

    public static int quiet(Quiet quiet) {
        try {
            return ((Reader) quiet).get(); // expect: reached
        } catch (InterruptedException e) {
            return 1; // expect: impossible
        } catch (IOException e) {
            return 2; // expect: impossible
        }
    }

    public static int generic(Action<IOException> action) {
        try {
            action.run();
            return 0; // expect: reached
        } catch (IOException e) {
            return 1; // expect: unreachable(within)
        }
    }

    public static int twice(Step step) {
        try {
            return step.goTwice() == 0 ? 1 : 2; // expect: true reached, false reached
        } catch (IOException e) {
            return 3; // expect: reached
        }
    }

    public static int locked(Reader reader, Object lock) throws IOException, InterruptedException {
        synchronized (lock) {
            return reader.get(); // expect: reached
        }
    }
}
