// Pins: tables in static fields, with keys that are hashed by identity, and those that stay known behind what is not followed.
package corpus.everyday;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

public final class StaticTables {
    enum Color {
        RED, GREEN, BLUE {
            @Override
            boolean isCold() {
                return true;
            }
        };

        boolean isCold() {
            return false;
        }
    }

    private static final Map<Color, String> LETTERS = Map.of(Color.RED, "r", Color.BLUE, "b");
    private static final Set<Color> WARM = Set.of(Color.RED, Color.GREEN);

    private StaticTables() {
    }

    static int letter(Color color) {
        String letter = LETTERS.get(color);
        if (letter == null) {
            if (color == Color.RED) {
                return -1; // expect: unreachable
            }
            return 0; // expect: reached
        }
        if (letter.equals("b")) {
            return color.isCold() ? 1 : -2; // expect: true reached, false unreachable
        }
        return 2; // expect: reached
    }

    static boolean warm(Color color) {
        if (WARM.contains(color)) {
            return !color.isCold(); // expect: true reached, false unreachable
        }
        if (color != Color.BLUE) {
            return true; // expect: unreachable
        }
        return false; // expect: reached
    }

    /** The order of the entries is another one in each run, so that nothing is proved; what is reached is found by trying. */
    static final class InAnyOrder {
        private static final Map<String, Integer> RATES = Map.of("EUR", 1, "USD", 2, "GBP", 3);
        private static final Set<String> CODES = Set.of("A", "B", "C");
        private static final List<String> FEW = List.of("x", "y");
        private static final List<String> ALL = new ArrayList<>();

        static {
            for (Map.Entry<String, Integer> entry : RATES.entrySet()) {
                ALL.add(entry.getKey());
            }
        }

        static int rate(String currency) {
            if (!RATES.containsKey(currency)) {
                return 0; // expect: reached
            }
            int rate = RATES.get(currency);
            if (rate > 3) {
                return -1; // expect: impossible
            }
            return rate; // expect: reached
        }

        static boolean has(String code) {
            if (CODES.contains(code)) {
                return code.length() == 1; // expect: true reached, false impossible
            }
            return false; // expect: reached
        }

        static int few(int at) {
            return FEW.get(at).equals("y") ? 1 : 0; // expect: true reached, false reached; throws java.lang.NullPointerException impossible
        }

        static int sameObject(Object other) {
            if (other == FEW) {
                return 1; // expect: possible
            }
            return 2; // expect: reached
        }

        static int all() {
            if (ALL.isEmpty()) {
                return -1; // expect: possible
            }
            return 1; // expect: reached
        }
    }

    /** What the initializer does behind the unknown condition is not followed; immutable tables stay what they are. */
    static final class BehindUnknown {
        private static final Map<String, Integer> RATES = Map.of("EUR", 1, "USD", 2, "GBP", 3);
        private static final List<String> FEW = List.of("x", "y");
        private static final List<int[]> ARRAYS = List.of(new int[] {1}, new int[] {2}, new int[] {3});
        private static final List<String> ALL = new ArrayList<>();

        static {
            if (UUID.randomUUID().toString().compareTo("8") < 0) {
                ALL.add("low");
                ARRAYS.get(0)[0] = 5;
            }
        }

        static int rate(String currency) {
            if (!RATES.containsKey(currency)) {
                return 0; // expect: reached
            }
            int rate = RATES.get(currency);
            if (rate > 3) {
                return -1; // expect: unreachable
            }
            return rate; // expect: reached
        }

        static int few(int at) {
            return FEW.get(at).equals("y") ? 1 : 0; // expect: true reached, false reached; throws java.lang.NullPointerException unreachable
        }

        static int first() {
            if (ARRAYS.get(0)[0] == 5) {
                return 5; // expect: possible
            }
            return 1; // expect: possible
        }

        static int all() {
            if (ALL.isEmpty()) {
                return 0; // expect: possible
            }
            return 1; // expect: possible
        }
    }
}
