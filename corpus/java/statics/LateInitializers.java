// An initializer that runs in the course of a method sees what the method has changed, and changes what the method sees. It may as
// well have run before.
package corpus.statics;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

public class LateInitializers {
    static final int[] CELL = new int[1];
    static final List<String> NAMES = new ArrayList<>();
    static final AtomicInteger COUNT = new AtomicInteger();
    static final ThreadLocal<String> USER = new ThreadLocal<>();
    static int started;

    static class OfCell {
        static final int VALUE = CELL[0];
    }

    static class OfNames {
        static final int SIZE = NAMES.size();
    }

    static class OfCount {
        static final int VALUE = COUNT.get();
    }

    static class OfUser {
        static final String VALUE = USER.get();
    }

    interface Service {
        int NUMBER = start();

        default void run() {}
    }

    static class Worker implements Service {}

    static class Failure extends RuntimeException {
        static {
            started += 1000;
        }
    }

    static int start() {
        return ++started;
    }

    static int cell(int value) {
        CELL[0] = value;
        if (OfCell.VALUE != value) {
            return 1; // expect: unreachable(if initialization_order:corpus.statics.LateInitializers$OfCell)
        }
        return 2; // expect: reached
    }

    static int names() {
        NAMES.add("x");
        if (OfNames.SIZE != 1) {
            return 1; // expect: unreachable(if initialization_order:corpus.statics.LateInitializers$OfNames)
        }
        return 2; // expect: reached
    }

    static int count() {
        COUNT.set(9);
        if (OfCount.VALUE != 9) {
            return 1; // expect: unreachable(if initialization_order:corpus.statics.LateInitializers$OfCount)
        }
        return 2; // expect: reached
    }

    static int user() {
        USER.set("u");
        if (OfUser.VALUE == null) {
            return 1; // expect: unreachable(if initialization_order:corpus.statics.LateInitializers$OfUser)
        }
        return 2; // expect: reached
    }

    static int worker() {
        int before = started;
        new Worker();
        if (started == before) {
            return 1; // expect: unreachable(if initialization_order:corpus.statics.LateInitializers$Service)
        }
        return 2; // expect: reached
    }

    static int failure() {
        int before = started;
        try {
            throw new Failure();
        } catch (Failure expected) {
            if (started == before) {
                return 1; // expect: unreachable(if initialization_order:corpus.statics.LateInitializers$Failure)
            }
        }
        return 2; // expect: reached
    }
}
