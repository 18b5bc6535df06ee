// Pins: a stub also throws the checked exceptions that its method declares, those below them for which there is a handler, and no others.
package corpus.stubs;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class Exceptions {
    interface Source {
        String next() throws IOException;
    }

    public static class Refused extends Exception {
        private final int code;

        public Refused(int code) {
            super("code " + code);
            this.code = code;
        }

        public int code() {
            return code;
        }
    }

    static class Unmakeable extends Exception {
        private Unmakeable() {
        }
    }

    interface Service {
        int ask(int question) throws Refused;

        void fail() throws Unmakeable;

        void run() throws IllegalStateException;
    }

    abstract static class Task {
        private int runs;

        protected abstract int step() throws Refused, InterruptedException;

        public int run() {
            try {
                runs++;
                return step(); // expect: reached
            } catch (Refused e) {
                return -e.code(); // expect: reached
            } catch (InterruptedException e) {
                return -2; // expect: reached
            }
        }
    }

    public static int got(Future<String> future) {
        try {
            return future.get() == null ? 0 : 1; // expect: true reached, false reached
        } catch (InterruptedException e) {
            return 2; // expect: reached
        } catch (ExecutionException e) {
            return 3; // expect: reached
        }
    }

    public static int cause(Future<String> future) throws Exception {
        try {
            future.get(5, TimeUnit.SECONDS);
            return 0; // expect: reached
        } catch (TimeoutException e) {
            return 1; // expect: reached
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException) {
                return 2; // expect: reached
            }
            return 3; // expect: reached
        }
    }

    public static String retried(Source source) throws IOException {
        int failures = 0;
        while (true) {
            try {
                return source.next() + failures; // expect: reached
            } catch (IOException e) {
                failures++;
                if (failures == 2) {
                    throw e; // expect: reached
                }
            }
        }
    }

    public static int told(Source source) {
        try {
            source.next();
            return 0; // expect: reached
        } catch (FileNotFoundException e) {
            return 1; // expect: reached
        } catch (IOException e) {
            if ("x".equals(e.getMessage())) {
                return 2; // expect: reached
            }
            return 3; // expect: reached
        }
    }

    public static int called(Callable<Integer> callable) {
        try {
            return callable.call();
        } catch (RuntimeException e) {
            return 1; // expect: reached
        } catch (Exception e) {
            return 2; // expect: reached
        }
    }

    public static int closed(Closeable resource) {
        int result = 0;
        try (Closeable open = resource) {
            result = 1; // expect: reached
        } catch (IOException e) {
            return result + 1; // expect: reached
        }
        return result; // expect: reached
    }

    public static int suppressed(AutoCloseable resource, int value) {
        try (AutoCloseable open = resource) {
            if (value < 0) {
                throw new IllegalArgumentException();
            }
            return 0; // expect: reached
        } catch (IllegalArgumentException e) {
            return e.getSuppressed().length == 1 ? 1 : 2; // expect: true reached, false reached
        } catch (Exception e) {
            return 3; // expect: reached
        }
    }

    public static int rethrown(Source source, Source other) {
        int steps = 0;
        try {
            try {
                source.next();
                steps = 1; // expect: reached
            } catch (IOException e) {
                steps = 2; // expect: reached
                other.next();
                steps = 3; // expect: reached
            } finally {
                steps += 10;
            }
        } catch (IOException e) {
            return steps == 12 ? 1 : 2; // expect: true reached, false unreachable(strict)
        }
        return steps;
    }

    public static int refused(Service service) {
        try {
            return service.ask(1); // expect: reached
        } catch (Refused e) {
            return e.code() == 404 ? 1 : 2; // expect: true reached, false reached
        }
    }

    public static int unmakeable(Service service) {
        try {
            service.fail();
            return 0; // expect: reached
        } catch (Unmakeable e) {
            return 1; // expect: unreachable(within)
        }
    }

    public static int unchecked(Service service) {
        try {
            service.run();
            return 0; // expect: reached
        } catch (IllegalStateException e) {
            return 1; // expect: reached
        }
    }

    public static IOException returned(Source source) {
        try {
            source.next();
            return null; // expect: reached
        } catch (IOException e) {
            return e; // expect: reached
        }
    }
}
