// What static fields hold is not known, unless one says that they hold what initialization gave them.
package corpus.check;

public class Statics {
    static boolean debug = false;
    static final boolean TRACE = Boolean.parseBoolean("false");
    static final int LEVEL = 3;

    static int mayBeSet(int x) {
        if (debug) { // finding: always_false if
            return 5;
        }
        return x;
    }

    static int constant(int x) {
        if (LEVEL > x) {
            return 5;
        }
        return x;
    }
}
