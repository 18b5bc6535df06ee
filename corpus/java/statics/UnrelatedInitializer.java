// Pins: what an initializer assumes counts where something that it computed is used, and nowhere else.
package corpus.statics;

public final class UnrelatedInitializer {
    static final String NAME = System.getProperty("corpus.no.such.name", "none");
    static final int SIZE = Settings.size;
    static final int TWO = "ab".length();

    private UnrelatedInitializer() {
    }

    static final class Settings {
        static int size = 4;

        private Settings() {
        }
    }

    static int unrelated(int x) {
        if (x > 0 && x < 0) {
            return 1; // expect: unreachable(unconditional)
        }
        return 0; // expect: reached
    }

    static int related() {
        if (NAME == null) {
            return 1; // expect: unreachable(if env:corpus.no.such.name)
        }
        return 0; // expect: reached
    }

    static int after(int x) {
        if (x == 3) {
            return SIZE; // expect: reached
        }
        if (x != x) {
            return 1; // expect: unreachable(unconditional)
        }
        return 0; // expect: reached
    }
}
