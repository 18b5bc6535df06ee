// Pins: strings are compared by their characters; which object one is, matters only to the program's own comparisons.
package corpus.text;

public class Equality {
    public static int toLiteral(String s) {
        if (s.equals("hello")) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int both(String s, String t) {
        if (s.equals(t)) {
            if (s.length() != t.length()) {
                return 2; // expect: unreachable
            }
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int twoObjects(String s, String t) {
        if (s != t && s.equals(t)) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int literalItself(String s) {
        if (s == "literal") { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int likeLiteral(String s) {
        if (s != "literal" && s.equals("literal")) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: reached
    }

    public static int lookedFirst(String s) {
        if (s.length() == 2 && s == "ab") {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int order(String s) {
        int order = s.compareTo("m");
        if (order == 0) {
            return 0; // expect: reached
        }
        if (order < 0) { // expect: true reached, false reached
            return -1; // expect: reached
        }
        return 1; // expect: reached
    }
}
