// Pins: methods of strings run as the JDK's own code.
package corpus.text;

public class Methods {
    public static int starts(String s) {
        if (s.startsWith("http:")) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int index(String s) {
        int at = s.indexOf(':');
        if (at == 4) {
            return 1; // expect: reached
        }
        if (at < -1) {
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int empty(String s) {
        if (s.isEmpty()) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int part(String s) {
        if (s.length() == 4) {
            String part = s.substring(1, 3);
            if (part.equals("ok")) {
                return 1; // expect: reached
            }
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int number(String s) {
        try {
            if (s.length() == 2 && Integer.parseInt(s) == 42) {
                return 1; // expect: possible(strict)
            }
            return 0; // expect: reached
        } catch (NumberFormatException malformed) {
            return -1; // expect: possible(strict)
        }
    }

    public static int characters(char[] units) {
        String s = new String(units);
        if (s.length() == 2 && s.charAt(1) == 'b') {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int built(char c) {
        String s = new StringBuilder().append(c).append('x').reverse().toString();
        if (s.equals("xy")) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
