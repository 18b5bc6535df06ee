// Pins: strings of the input that are one object have the same characters, whoever holds them.
package corpus.text;

public class SameString {
    static class Named {
        String name;
    }

    static final String SHARED = new String("shared");

    public static int oneObject(String s, String t) {
        if (s.length() > 0 && t.length() > 0 && s == t) {
            if (s.charAt(0) != t.charAt(0)) {
                return 2; // expect: unreachable
            }
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int comparedFirst(String s, String t) {
        if (s == t) {
            if (s != null && s.length() != t.length()) {
                return 2; // expect: unreachable
            }
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int ofObjects(Named a, Named b) {
        if (a.name.length() == 2) {
            if (a == b && b.name.length() != 2) {
                return 2; // expect: unreachable
            }
            return a == b ? 1 : 3; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int sharedByObjects(Named a, Named b) {
        if (a != b && a.name == b.name && a.name.startsWith("x")) {
            if (!b.name.startsWith("x")) {
                return 2; // expect: unreachable
            }
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int written(Named a, Named b, String s) {
        b.name = s;
        if (a == b && a.name.length() != s.length()) {
            return 2; // expect: unreachable
        }
        if (a.name.equals("ab")) {
            return a == b ? 1 : 3; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int ofStatic(String s) {
        if (s == SHARED) { // expect: true undecided(the identity of a string), false reached
            return 1; // expect: undecided(the identity of a string)
        }
        return 0; // expect: reached
    }

    public static int heldOrLiteral(Named a, Named b) {
        if (a != b && a.name == "held" && b.name == "other") {
            return a.name.length() == 4 ? 1 : 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int anyObject(Object o, String s) {
        if (o instanceof String && ((String) o).length() == 2) {
            if (o == s && s.length() == 3) {
                return 2; // expect: unreachable
            }
            return o == s ? 1 : 3; // expect: reached
        }
        return 0; // expect: reached
    }
}
