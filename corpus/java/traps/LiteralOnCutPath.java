// Pins: a test writes a string of the input as a literal, which is one object with that of the program, also where the path was cut.
package corpus.traps;

public class LiteralOnCutPath {
    static int same(String text) {
        if (text == null || text.length() != 1) {
            return 0;
        }
        if (text == "x") { // expect: true reached, false reached
            return System.identityHashCode(text) == 5 ? 1 : 2;
        }
        return 3;
    }
}
