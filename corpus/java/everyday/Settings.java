// open
// clew: --budget 1s
// Pins: settings out of maps and properties, with values where nothing is said.
package corpus.everyday;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

public final class Settings {
    private static final Map<String, String> DEFAULTS;

    static {
        Map<String, String> defaults = new HashMap<>();
        defaults.put("host", "localhost");
        defaults.put("port", "80");
        DEFAULTS = Collections.unmodifiableMap(defaults);
    }

    private Settings() {
    }

    static String value(Map<String, String> given, String key) {
        String value = given == null ? null : given.get(key);
        if (value != null) {
            return value; // expect: reached
        }
        value = DEFAULTS.get(key);
        if (value == null) {
            throw new IllegalArgumentException("no value of " + key); // expect: reached
        }
        if (value.isEmpty()) {
            return null; // expect: unreachable
        }
        return value; // expect: reached
    }

    static int port(String given) {
        int port = Integer.parseInt(given == null ? DEFAULTS.get("port") : given);
        if (given == null && port != 80) {
            return -1; // expect: unreachable
        }
        if (port == 443) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int properties(String level) {
        Properties properties = new Properties();
        properties.setProperty("level", level);
        if (properties.getProperty("name", "none").length() != 4) {
            return -1; // expect: unreachable
        }
        if (properties.getProperty("level").equals("high")) {
            return 3; // expect: reached
        }
        return 0; // expect: reached
    }

    static int fixed(String key) {
        try {
            DEFAULTS.put(key, "x");
            return -1; // expect: unreachable
        } catch (UnsupportedOperationException refused) {
            return DEFAULTS.containsKey(key) ? 1 : 0; // expect: true reached, false reached
        }
    }

    static boolean debug(int level) {
        if (Boolean.getBoolean("corpus.debug")) {
            return true; // expect: possible
        }
        if (level > 9) {
            return true; // expect: reached
        }
        if (level == 10) {
            return true; // expect: unreachable
        }
        return false; // expect: reached
    }
}
