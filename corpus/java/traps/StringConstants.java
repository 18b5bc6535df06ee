// Pins: equal string constants are one object, and a new string is another.
package corpus.traps;

public class StringConstants {
    static final String NAME = "clew";

    public static int literals() {
        String a = "clew";
        String b = NAME;
        if (a == b) { // expect: true reached, false unreachable(strict)
            return 1; // expect: reached
        }
        return 2; // expect: unreachable(strict)
    }

    public static int fresh() {
        String a = new String("clew");
        if (a == NAME) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int length() {
        if (NAME.length() == 4) { // expect: true reached, false unreachable(strict)
            return 1; // expect: reached
        }
        return 2; // expect: unreachable(strict)
    }
}
