// Pins: where a class is known that a test can make there is no stub; sealed types and enums have none.
package corpus.stubs;

public class NotStubbed {
    interface Known {
        int value();
    }

    static final class Only implements Known {
        @Override
        public int value() {
            return 1;
        }
    }

    sealed interface Closed permits Level {
        int value();
    }

    enum Level implements Closed {
        LOW {
            @Override
            public int value() {
                return 1;
            }
        },
        HIGH {
            @Override
            public int value() {
                return 2;
            }
        };
    }

    public static int known(Known known) {
        if (known.value() != 1) {
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int closed(Closed closed) {
        if (closed.value() > 2) {
            return 1; // expect: impossible
        }
        return 0; // expect: possible(strict)
    }

    public static int level(Level level) {
        return level.value() > 1 ? 1 : 0; // expect: true reached, false reached
    }
}
