// Classes that are looked up by their names, and initialized by that.
package corpus.library;

public final class NamedClasses {
    private NamedClasses() {
    }

    static int loads;

    static final class Counted {
        static {
            loads++;
        }
    }

    static int found(int x) throws ClassNotFoundException {
        Class<?> named = Class.forName("java.util.ArrayList");
        if (named == java.util.ArrayList.class) { // expect: true reached, false impossible
            return x > 3 ? 1 : 2; // expect: true reached, false reached
        }
        return 0;
    }

    static int own() throws ClassNotFoundException {
        int before = loads;
        Class<?> named = Class.forName("corpus.library.NamedClasses$Counted");
        if (named != Counted.class) {
            return -1; // expect: impossible
        }
        return loads - before > 1 ? 1 : 0; // expect: true impossible, false reached
    }

    static int missing(boolean asked) {
        try {
            if (asked) {
                Class.forName("corpus.library.NoSuchClassAnywhere");
            }
            return 0; // expect: reached
        } catch (ClassNotFoundException e) {
            return 1; // expect: reached
        }
    }
}
