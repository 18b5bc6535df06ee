// Pins: a switch on a string goes by its characters; texts of equal hash code are told apart.
// Weak: the solver finds the five characters of a hash code on one heap and gives up on the other (`color`, possible(strict)).
package corpus.text;

public class SwitchOnString {
    public static int color(String name) {
        switch (name) { // expect: throws java.lang.NullPointerException reached
            case "red":
                return 1; // expect: reached
            case "green":
                return 2; // expect: possible(strict)
            default:
                return 0; // expect: reached
        }
    }

    public static int sameHash(String name) {
        switch (name) { // expect: throws java.lang.NullPointerException reached
            case "Aa":
                return 1; // expect: reached
            case "BB":
                return 2; // expect: reached
            default:
                return 0; // expect: reached
        }
    }

    public static int twice(String name) {
        switch (name) { // expect: throws java.lang.NullPointerException reached
            case "a":
                if (name.length() != 1) { // expect: true unreachable, false reached
                    return 1; // expect: unreachable
                }
                return 2; // expect: reached
            default:
                return 0; // expect: reached
        }
    }
}
