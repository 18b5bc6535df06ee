// `System.out` and `System.err` are what everybody may set.
package corpus.library;

public class Streams {
    static int isSet() {
        if (System.out == null) {
            return 1; // expect: unreachable(if initial_statics:java.lang.System)
        }
        if (System.err == null) {
            return 2; // expect: unreachable(if initial_statics:java.lang.System)
        }
        return 3; // expect: reached
    }
}
