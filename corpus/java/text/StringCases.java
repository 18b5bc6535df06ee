// A `switch` over strings is decided by the texts themselves: a text that only has the hash code of a case goes where every other goes.
// What a program writes about hash codes itself stays as it is.
package corpus.text;

public class StringCases {
    public static int trimmed(String s) {
        switch (s.trim()) {
            case "red":
            case "crimson":
                return 1; // expect: reached
            case "green":
                return 2; // expect: reached
            case " blue":
                return 3; // expect: unreachable
            default:
                return 0; // expect: reached
        }
    }

    public static int collision(String s) {
        switch (s) {
            case "Aa":
                return 1; // expect: reached
            case "BB":
                return 2; // expect: reached
            case "AaAa":
                return 3; // expect: reached
            default:
                if (s.equals("BBBB")) {
                    return 4; // expect: reached
                }
                if (s.equals("Aa")) {
                    return 9; // expect: unreachable
                }
                return 0; // expect: reached
        }
    }

    public static int through(String a, String b) {
        int n = 0;
        switch (a) {
            case "x":
                n++;
            case "y":
                n++;
                break;
            case "z":
                switch (b) {
                    case "x":
                        return a.equals(b)
                                ? 9 // expect: unreachable
                                : 7; // expect: reached
                    default:
                }
                break;
            default:
        }
        if (n == 2) {
            return a.equals("x")
                    ? 2 // expect: reached
                    : 9; // expect: unreachable
        }
        return n; // expect: reached
    }

    public static int byHand(String s) {
        switch (s.hashCode()) {
            case 2112:
                if (s.equals("Aa")) {
                    return 1; // expect: reached
                }
                return 2; // expect: reached
            default:
                return 0; // expect: reached
        }
    }

    public static int noticed(String s) {
        int n = 0;
        switch (s.hashCode()) { case 2112: n = 1; if (s.equals("Aa")) { return 5; } break; default: }
        if (n == 1) {
            return s.length(); // expect: reached
        }
        return 0; // expect: reached
    }

    public static int wrongCode(String s) {
        switch (s.hashCode()) { case 2113: if (s.equals("Aa")) { s = null; } break; default: }
        if (s == null) {
            return 9; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
