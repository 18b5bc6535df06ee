// Pins: where classes need each other, what they hold hangs on which is initialized first. A proof says so, and a test has the
// classes initialized in the order of its path, whatever objects it makes.
package corpus.statics;

public final class InitializationOrder {
    private InitializationOrder() {
    }

    static final class Left {
        static final int X = Right.Y + 1;

        private Left() {
        }

        static int first() {
            if (X == 1) {
                return 1; // expect: unreachable(if initialization_order:corpus.statics.InitializationOrder$Left)
            }
            return 0; // expect: reached
        }
    }

    static final class Right {
        static final int Y = Left.X + 1;

        private Right() {
        }

        static int last() {
            if (Y == 1) {
                return 1; // expect: unreachable(if initialization_order:corpus.statics.InitializationOrder$Right)
            }
            return 0; // expect: reached
        }
    }

    abstract static class Zone {
        static final Zone UTC = UtcZone.INSTANCE;

        abstract int offset();

        boolean isUtc() {
            return this == UTC; // expect: true reached, false reached
        }
    }

    static final class UtcZone extends Zone {
        static final UtcZone INSTANCE = new UtcZone();

        @Override
        int offset() {
            return 0; // expect: reached
        }
    }

    static int difference(Zone zone) {
        if (Zone.UTC == null) {
            return 9; // expect: unreachable(if initialization_order:corpus.statics.InitializationOrder$Zone)
        }
        if (zone == Zone.UTC) {
            return 1; // expect: reached
        }
        return zone.offset() - Zone.UTC.offset(); // expect: reached
    }

    static int ofUtc(UtcZone zone) {
        if (zone.isUtc()) {
            return 1; // expect: possible
        }
        return 2; // expect: reached
    }

    static final class Settings {
        static boolean strict;

        private Settings() {
        }
    }

    static final class Late {
        static final boolean STRICT = Settings.strict;

        private Late() {
        }
    }

    static int changedBefore() {
        Settings.strict = true;
        if (Late.STRICT) {
            return 1; // expect: possible
        }
        return 2; // expect: unreachable(if initialization_order:corpus.statics.InitializationOrder$Late)
    }

    static class Base {
        static final Base DEFAULT = new Derived();
        int value = 3;
    }

    static final class Derived extends Base {
    }

    static int withoutInitializer() {
        if (Base.DEFAULT == null) {
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }
}
