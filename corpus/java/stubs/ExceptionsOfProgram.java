// Pins: exceptions of the program that stubs throw, made by each of their constructors, with what these accept.
package corpus.stubs;

import java.util.Objects;

public final class ExceptionsOfProgram {
    private ExceptionsOfProgram() {
    }

    interface Store {
        int load(int key) throws Coded, Strict;
    }

    static final class Coded extends Exception {
        final int kind;
        final String name;

        Coded(int kind) {
            this.kind = kind;
            this.name = null;
        }

        Coded(String name) {
            this.kind = -1;
            this.name = name;
        }
    }

    static final class Strict extends Exception {
        final String where;

        Strict(String where) {
            this.where = Objects.requireNonNull(where);
        }
    }

    static int byConstructor(Store store, int key) throws Strict {
        try {
            return store.load(key); // expect: reached
        } catch (Coded e) {
            if (e.kind == 5) {
                return 1; // expect: reached
            }
            if (e.name != null && e.name.isEmpty()) {
                return e.kind == -1 ? 2 : 3; // expect: true reached, false unreachable(within)
            }
            return 4; // expect: reached
        }
    }

    static int notNull(Store store) throws Coded {
        try {
            return store.load(1); // expect: reached
        } catch (Strict e) {
            return 2; // expect: reached
        }
    }
}
