// A constructor also runs for objects of classes that extend its own, which call it first: they may override what it calls,
// and are of other classes. Nothing of that is a finding, unless there is no such class in sight (`if`).
package corpus.check;

public class Constructed {
    static class Base {
        int state;

        Base() {
            if (hook() == 1) {
                state = 1;
            }
        }

        Base(int kind) {
            if (kind == 3 && this instanceof Runnable) {
                state = 2;
            }
        }

        Base(String text) {
            if (getClass() != Base.class) {
                state = text.length();
            }
        }

        Base(long count) {
            refuse();
            state = 3;
        }

        int hook() {
            return 0;
        }

        void refuse() {
            throw new IllegalStateException();
        }
    }

    static class Derived extends Base implements Runnable {
        Derived(int kind) {
            super(kind);
        }

        Derived() {
        }

        @Override
        int hook() {
            return 1;
        }

        @Override
        void refuse() {
        }

        @Override
        public void run() {
        }
    }

    static class Extensible {
        int state;

        Extensible() {
            if (hook() == 1) { // finding: always_false if
                state = 1;
            }
            if (fixed() == 1) { // finding: always_false
                state = 2;
            }
        }

        Extensible(Object other) {
            if (getClass() != Extensible.class) { // finding: always_false if
                state = 1;
            }
        }

        int hook() {
            return 0;
        }

        private int fixed() {
            return 0;
        }
    }

    static final class Closed {
        int state;

        Closed() {
            if (hook() == 1) { // finding: always_false
                state = 1;
            }
            if (getClass() != Closed.class) { // finding: always_false
                state = 2;
            }
        }

        int hook() {
            return 0;
        }
    }

    // Another thread may stop this one anywhere, as long as the JDK has that.
    static int stopped(int one, int other) {
        try {
            return one + other;
        } catch (ThreadDeath death) {
            return 0;
        }
    }
}
