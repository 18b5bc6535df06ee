// Two references name one object, whose class only one of their types tells, or none; constants of enums behind types of the JDK.
package corpus.references;

import java.util.function.IntSupplier;

public class NamedAlike {
    enum Level implements IntSupplier {
        LOW, HIGH;

        public int getAsInt() {
            return ordinal() + 5;
        }
    }

    private Object data;
    private Object[] parts;

    static int constant(Object one, Level other) {
        if (one == other && one != null) {
            return 3; // expect: reached
        }
        if (one instanceof String) {
            return 5; // expect: reached
        }
        return 0; // expect: reached
    }

    static int box(Object one, Integer other) {
        if (one == other && one != null) {
            return 3; // expect: reached
        }
        if (one instanceof String) {
            return 5; // expect: reached
        }
        return 0; // expect: reached
    }

    static int array(Object one, Object[] other) {
        if (one == other && one != null) {
            return 3; // expect: reached
        }
        if (one instanceof String) {
            return 5; // expect: reached
        }
        return 0; // expect: reached
    }

    static int asked(Object one, Object other) {
        if (one == other && other instanceof Object[]) {
            return 3; // expect: reached
        }
        if (one instanceof String) {
            return 5; // expect: reached
        }
        return 0; // expect: reached
    }

    int fields() {
        if (data == parts && data != null) {
            return 1; // expect: reached
        }
        if (data instanceof String) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int comparable(Comparable<Level> level) {
        if (level.compareTo(Level.LOW) == 0) {
            return 1; // expect: reached
        }
        return 3; // expect: reached
    }

    static int supplier(IntSupplier level) {
        int number = level.getAsInt();
        if (number == 5 && level instanceof Level) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static class Own extends Thread {
        public void run() {}
    }

    static int thread(Thread thread) {
        if (thread.getClass() == Own.class) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable(within if made_inputs:java.lang.Thread)
    }
}
