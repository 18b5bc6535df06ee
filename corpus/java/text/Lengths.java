// Strings of the input longer than `string_length`: length, emptiness, first characters and equality need no other characters.
package corpus.text;

import java.util.List;
import java.util.Map;

public class Lengths {
    public static int limits(String s) {
        if (s.length() > 20) {
            return 1; // expect: reached
        }
        if (s.length() < 0) {
            return 2; // expect: unreachable(strict)
        }
        return 3; // expect: reached
    }

    public static int empty(String s) {
        if (s == null || s.isEmpty()) {
            return 0; // expect: reached
        }
        if (s.length() == 0) {
            return 9; // expect: unreachable(strict)
        }
        return 1; // expect: reached
    }

    public static int constant(String s) {
        if (s.equals("abc")) {
            if (s.length() != 3) {
                return 9; // expect: unreachable(strict)
            }
            return 1; // expect: reached
        }
        if ("abc".equals(s)) {
            return 8; // expect: unreachable(strict)
        }
        return 2; // expect: reached
    }

    public static int prefix(String s) {
        if (s.startsWith("ab") && s.charAt(0) != 'a') {
            return 9; // expect: unreachable(strict)
        }
        if (s.startsWith("q")) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int two(String s, String t) {
        if (s.equals(t) && s.length() != t.length()) {
            return 9; // expect: unreachable
        }
        return s.length() == 100 && t.equals(s)
                ? 1 // expect: reached
                : 0; // expect: reached
    }

    public static int lookedInto(String s) {
        if (s.length() > 30) {
            if (s.indexOf('x') == 25) {
                return 1; // expect: unreachable(within)
            }
            return 2; // expect: reached
        }
        if (s.length() == 2 && s.charAt(1) == 'q' && s.indexOf('q') > 5) {
            return 9; // expect: unreachable
        }
        return 3; // expect: reached
    }

    public static int identity(String s, String t) {
        if (s == t) {
            if (s.length() != t.length()) {
                return 9; // expect: unreachable(strict)
            }
            if (s.length() == 40) {
                return 1; // expect: reached
            }
            return 2; // expect: reached
        }
        if (s.length() == 3 && s == "foo") {
            return 4; // expect: reached
        }
        return 3; // expect: reached
    }

    public static int object(Object o) {
        if (o instanceof String s && s.length() > 17) {
            return 2; // expect: reached
        }
        return 1; // expect: reached
    }

    public static int cases(String s) {
        switch (s) {
            case "a":
                return 1; // expect: reached
            case "bb":
                return 2; // expect: reached
            default:
                return s.length() > 16
                        ? 3 // expect: unreachable(within)
                        : 4; // expect: reached
        }
    }

    public static String shortened(String s) {
        if (s.length() > 100) {
            return s.substring(0, 100); // expect: reached
        }
        return s; // expect: reached
    }

    public static int counted(List<String> list) {
        int n = 0;
        for (String s : list) {
            if (s.length() > 18) {
                n++; // expect: reached
            }
        }
        return n == 2
                ? 1 // expect: reached
                : 0; // expect: reached
    }

    public static int key(Map<String, Integer> map, String key) {
        if (key.length() > 20 && map.containsKey(key)) {
            return 1; // expect: possible
        }
        return 0; // expect: reached
    }
}
