// Pins: a look-up of an unknown text in a table with known keys depends on which key it is, and on nothing else.
package corpus.everyday;

import java.util.HashMap;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

public final class LookupTables {
    private static final Map<String, Integer> DAYS = new HashMap<>();
    private static final Map<String, Integer> RATES = Map.of("EUR", 1, "USD", 2, "GBP", 3, "CHF", 4);
    private static final Set<String> COUNTRIES = Set.of("DE", "AT", "CH");
    private static final TreeMap<String, Integer> SIZES = new TreeMap<>();
    private static final TreeMap<String, Integer> UNITS = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private static final Map<String, String> CODES = new ConcurrentHashMap<>();
    private static final Hashtable<String, String> OLD = new Hashtable<>();

    static {
        String[] names = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
        for (int i = 0; i < names.length; i++) {
            DAYS.put(names[i], i + 1);
        }
        SIZES.put("S", 10);
        SIZES.put("M", 20);
        SIZES.put("XL", 40);
        UNITS.put("kg", 1000);
        CODES.put("200", "ok");
        CODES.put("404", "missing");
        OLD.put("a", "alpha");
    }

    enum Level {
        LOW("low"), MIDDLE("middle"), HIGH("high");

        private static final Map<String, Level> BY_NAME = new LinkedHashMap<>();

        static {
            for (Level level : values()) {
                BY_NAME.put(level.name, level);
            }
        }

        final String name;

        Level(String name) {
            this.name = name;
        }

        static Level of(String name) {
            Level level = BY_NAME.get(name);
            if (level == null) {
                throw new IllegalArgumentException("no level"); // expect: reached
            }
            if (!level.name.equals(name)) {
                throw new IllegalStateException(); // expect: unreachable
            }
            return level; // expect: reached
        }
    }

    private LookupTables() {
    }

    static int day(String name) {
        Integer day = DAYS.get(name);
        if (day == null) { // expect: true reached, false reached
            return 0; // expect: reached
        }
        if (day > 7) { // expect: true unreachable, false reached
            return 8; // expect: unreachable
        }
        if (day == 3 && !name.equals("wed")) {
            return 9; // expect: unreachable
        }
        if (day >= 6) {
            return -1; // expect: reached
        }
        return day; // expect: reached
    }

    static int rate(String currency) {
        if (currency == null) {
            return 0;
        }
        if (!RATES.containsKey(currency)) {
            if (currency.equals("USD")) {
                return 1; // expect: unreachable
            }
            return 2; // expect: reached
        }
        int rate = RATES.get(currency); // expect: throws java.lang.NullPointerException unreachable
        if (rate == 4) {
            return 4; // expect: reached
        }
        if (currency.length() != 3) {
            return 5; // expect: unreachable
        }
        return rate; // expect: reached
    }

    static boolean isNear(String country) {
        if (COUNTRIES.contains(country)) { // expect: true reached, false reached
            if (country.startsWith("F")) {
                return false; // expect: unreachable
            }
            return true; // expect: reached
        }
        return country.length() == 2; // expect: reached; throws java.lang.NullPointerException unreachable
    }

    static int size(String name) {
        int size = SIZES.getOrDefault(name, -1);
        if (size == 30) {
            return 0; // expect: unreachable
        }
        if (size == 40) {
            return name.length(); // expect: reached; throws java.lang.NullPointerException unreachable
        }
        return size; // expect: reached
    }

    static int unit(String name) {
        if (name.length() != 2) {
            return 0;
        }
        Integer factor = UNITS.get(name);
        if (factor != null && !name.equals("kg")) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static String status(String code) {
        String text = CODES.get(code); // expect: throws java.lang.NullPointerException possible
        if (text == null) {
            return "unknown"; // expect: reached
        }
        if (code.length() > 3) {
            return "long"; // expect: unreachable
        }
        return text; // expect: reached
    }

    static int old(Object key) {
        if (!(key instanceof String)) {
            return 0; // expect: reached
        }
        if (OLD.containsKey(key)) {
            if (!key.equals("a")) {
                return 1; // expect: unreachable
            }
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int ofTheInput(String first, String second) {
        Map<String, Integer> counts = new HashMap<>();
        counts.put("x", 1);
        counts.put("y", 2);
        Integer one = counts.get(first);
        counts.remove("x");
        Integer two = counts.get(first);
        if (one != null && two == null) {
            if (!"x".equals(first)) {
                return 1; // expect: unreachable
            }
            return 2; // expect: reached
        }
        if (counts.get(second) != null && second.equals("x")) {
            return 3; // expect: unreachable
        }
        return 4; // expect: reached
    }
}
