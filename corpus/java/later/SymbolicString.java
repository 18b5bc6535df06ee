// Pins: today's answer, which a later issue improves: a branch on the text of an input string is undecided.
package corpus.later;

public class SymbolicString {
    public static int isNull(String s) {
        if (s == null) {
            return 1; // expect: reached
        }
        return 0; // expect: possible(strict)
    }

    public static int first(String s) {
        if (s == null || s.length() < 3) {
            return 0;
        }
        if (s.charAt(2) == 'x') {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }
}
