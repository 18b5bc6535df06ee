// Pins: string concatenation compiled for Java 8 is a StringBuilder; with known parts it is followed like any code.
// javac: --release 8
package corpus.later;

public class OldConcat {
    public static int known(int x) {
        if (x == 1) {
            return 1; // expect: reached
        }
        String part = "ab";
        String text = part + "cd";
        if (text.length() == 4) {
            return 2; // expect: possible(strict)
        }
        return 3; // expect: impossible
    }
}
