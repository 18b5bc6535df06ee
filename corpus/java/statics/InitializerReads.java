// Pins: what an initializer computes is known only as far as all that it has read. Another class may have set a flag before the
// initializer ran, so a proof that uses the result names the statics of every class that was read, directly or not.
package corpus.statics;

import java.util.ArrayList;
import java.util.List;

public final class InitializerReads {
    private InitializerReads() {
    }

    static final class Flags {
        public static boolean debug;
        public static int level;
        public static String mode = "fast";
        public static final int[] LIMITS = {10, 20};
        public static final List<String> NAMES = new ArrayList<>();

        private Flags() {
        }

        static void set() {
            debug = true;
        }
    }

    static final class Conf {
        static final boolean DEBUG = Flags.debug;
        static final String MODE = Flags.mode;
        static final int LIMIT = Flags.LIMITS[0];
        static final int COUNT = Flags.NAMES.size();
        static final int OWN = "constant".length();

        private Conf() {
        }
    }

    static final class Derived {
        static final boolean VERBOSE = Conf.DEBUG;

        private Derived() {
        }
    }

    interface Levels {
        int LEVEL = Flags.level;
    }

    enum Kind {
        SIMPLE(Flags.level), FANCY(7);

        final int weight;

        Kind(int weight) {
            this.weight = weight;
        }
    }

    static final class Fails {
        static final int VALUE;

        static {
            if (Flags.debug) {
                throw new IllegalStateException();
            }
            VALUE = 3;
        }

        private Fails() {
        }

        static int three() {
            return 3;
        }
    }

    static int flag() {
        if (Conf.DEBUG) {
            return 1; // expect: unreachable(if initial_statics:corpus.statics.InitializerReads$Flags)
        }
        return 0; // expect: reached
    }

    static int text() {
        if (Conf.MODE.equals("slow")) {
            return 1; // expect: unreachable(if initial_statics:corpus.statics.InitializerReads$Flags)
        }
        return 0; // expect: reached
    }

    static int element() {
        if (Conf.LIMIT != 10) {
            return 1; // expect: unreachable(if initial_statics:corpus.statics.InitializerReads$Flags)
        }
        return 0; // expect: reached
    }

    static int collection() {
        if (Conf.COUNT > 0) {
            return 1; // expect: unreachable(if initial_statics:corpus.statics.InitializerReads$Flags)
        }
        return 0; // expect: reached
    }

    static int throughAnother() {
        if (Derived.VERBOSE) {
            return 1; // expect: unreachable(if initial_statics:corpus.statics.InitializerReads$Flags)
        }
        return 0; // expect: reached
    }

    static int constantOfInterface() {
        if (Levels.LEVEL == 9) {
            return 1; // expect: unreachable(if initial_statics:corpus.statics.InitializerReads$Flags)
        }
        return 0; // expect: reached
    }

    static int fieldOfConstant() {
        if (Kind.SIMPLE.weight == 9) {
            return 1; // expect: unreachable(if initial_statics:corpus.statics.InitializerReads$Flags)
        }
        return 0; // expect: reached
    }

    static int fieldOfInput(Kind kind) {
        if (kind.weight == 9) {
            return 1; // expect: unreachable(if initial_statics:corpus.statics.InitializerReads$Flags)
        }
        return 0; // expect: reached
    }

    static int failing() {
        try {
            return Fails.three(); // expect: reached
        } catch (ExceptionInInitializerError error) {
            return 1; // expect: unreachable(if initial_statics:corpus.statics.InitializerReads$Flags)
        }
    }

    static int setBefore() {
        Flags.set();
        if (Conf.DEBUG) {
            return 1; // expect: possible
        }
        return 0; // expect: possible
    }

    static int before(int x) {
        if (x != x) {
            return 1; // expect: unreachable(unconditional)
        }
        if (Conf.DEBUG) {
            return 2; // expect: unreachable(if initial_statics:corpus.statics.InitializerReads$Flags)
        }
        return 0; // expect: reached
    }

    static int nothingRead() {
        if (Conf.OWN == 9) {
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }
}
