// Pins: constants that are set before anybody sees them are not null, and others may be.
package corpus.fields;

import java.util.ArrayList;
import java.util.List;

/** Fields that only constants are stored into, which are set before anybody sees them, or are not. */
public class ClassConstants {
    enum State {
        OPEN(1) { @Override int next() { return 2; } }, CLOSED(3);

        private final int code;

        State(int code) {
            this.code = code;
        }

        int next() {
            return code;
        }
    }

    /** Its constructor shows the first constant to code that may ask for the second. */
    enum Loud {
        FIRST, SECOND;

        Loud() {
            Watcher.see(this);
        }
    }

    static class Watcher {
        static Loud seen;
        static Holder held;

        static void see(Loud loud) {
            seen = Loud.SECOND;
            held = new Holder();
        }
    }

    /** Made while `SECOND` is null. */
    static class Holder {
        private final Loud loud = Loud.SECOND;

        boolean isNull() {
            return loud == null; // expect: true reached, false reached
        }
    }

    /** Its initializer runs before that of `Below`, and sees its constant unset. */
    static class Above {
        static final List<Object> MADE = new ArrayList<>();

        static {
            MADE.add(new OfBelow());
        }
    }

    static class Below extends Above {
        static final Object THING = new Object();
    }

    static class OfBelow {
        private final Object thing = Below.THING;

        boolean isNull() {
            return thing == null; // expect: true reached, false reached
        }
    }

    /** The second constant is what the first is while it is not there. */
    static class Late {
        static final Object SEEN = Late.make();
        static final Object THING = new Object();
        private final Object thing = THING;

        static Object make() {
            return new Late();
        }
    }

    /** Its initializer goes on where making the constant fails. */
    static class Failing {
        static final Object THING;

        static {
            Object made = null;
            try {
                made = new int[Integer.getInteger("corpus.length", -1)];
            } catch (RuntimeException e) {
                made = null;
            }
            THING = made;
        }

        private final Object thing = THING;
    }

    /** Initialized with the classes that implement it, because it has a method with code. */
    interface Peeking {
        Object SEEN = new Peeker();

        default void peek() {
        }
    }

    static class Part implements Peeking {
    }

    /** Its second constant is not there when the class of the first is initialized. */
    static class Whole {
        static final Object PART = new Part();
        static final Object THING = new Object();
    }

    static class Peeker {
        private final Object thing = Whole.THING;

        boolean isNull() {
            return thing == null; // expect: true reached, false reached
        }
    }

    private static final Object LOCK = new Object();
    private State state = State.OPEN;
    private Object lock = LOCK;

    public void close() {
        state = State.CLOSED;
    }

    public int next() {
        if (state == null) { // expect: true unreachable(if class_invariant:corpus.fields.ClassConstants), false reached
            throw new IllegalStateException("no state");
        }
        return state.next();
    }

    public boolean isFree() {
        return lock == null; // expect: true unreachable(if class_invariant:corpus.fields.ClassConstants), false reached
    }

    public static boolean sees(int which) {
        Loud.FIRST.name();
        OfBelow made = (OfBelow) Below.MADE.get(0);
        return which == 0 ? Watcher.held.isNull() : made.isNull(); // expect: true reached, false reached
    }
}
