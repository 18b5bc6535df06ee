// open
// clew: --budget 1s
// Pins: lines of the form key=value, taken apart by indexOf, substring, trim, strip and split.
package corpus.everyday;

public final class KeyValues {
    private KeyValues() {
    }

    static String key(String line) {
        int at = line.indexOf('=');
        if (at < 0) {
            return null; // expect: reached
        }
        String key = line.substring(0, at);
        if (key.indexOf('=') >= 0) {
            return "twice"; // expect: unreachable
        }
        return key.trim(); // expect: reached
    }

    static int value(String line) {
        int at = line.indexOf('=');
        if (at <= 0) {
            throw new IllegalArgumentException("no key: " + line); // expect: reached
        }
        String value = line.substring(at + 1).trim();
        if (value.isEmpty()) {
            return 0; // expect: reached
        }
        if (value.charAt(0) == ' ') {
            return -1; // expect: unreachable
        }
        return Integer.parseInt(value); // expect: reached
    }

    static int flag(String text) {
        String flag = text.strip();
        if (flag.equals("on") || flag.equals("yes")) {
            return 1; // expect: reached
        }
        if (flag.equals("off")) {
            if (text.length() < 3) {
                return -1; // expect: unreachable
            }
            return 0; // expect: reached
        }
        return 2; // expect: reached
    }

    static int pairs(String text) {
        String[] parts = text.split("=");
        if (parts.length == 2) {
            if (parts[1].isEmpty()) {
                return -1; // expect: unreachable
            }
            return 2; // expect: reached
        }
        if (parts.length == 0) {
            return 0; // expect: reached
        }
        return 1; // expect: reached
    }

    static String comment(String line) {
        if (line == null || line.isBlank()) {
            return ""; // expect: reached
        }
        String text = line.strip();
        if (text.isEmpty()) {
            return "?"; // expect: unreachable
        }
        if (text.startsWith("#")) {
            return text.substring(1); // expect: reached
        }
        return null; // expect: reached
    }
}
