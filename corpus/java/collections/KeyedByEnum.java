// Maps and sets of constants of an enum, in a field and as input, with keys that have no hash code of their own.
package corpus.collections;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

public class KeyedByEnum {
    enum Color {
        RED, GREEN, BLUE
    }

    static final class Part {
        private final Color color;

        Part(Color color) {
            this.color = color;
        }

        Color color() {
            return color;
        }
    }

    private final Map<Color, Integer> counts = new EnumMap<>(Color.class);
    private final Map<Color, String> names = new HashMap<>();

    void add(Color color, String name) {
        counts.merge(color, 1, Integer::sum);
        names.put(color, name);
    }

    int twice(Color color) {
        if (counts.getOrDefault(color, 0) >= 2) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    int named(Color color) {
        String name = names.get(color);
        if (name == null) {
            return 0; // expect: reached
        }
        return name.length(); // expect: reached
    }

    Color most() {
        Color most = null;
        int count = 0;
        for (Map.Entry<Color, Integer> entry : counts.entrySet()) {
            if (entry.getValue() > count) {
                most = entry.getKey(); // expect: reached
                count = entry.getValue();
            }
        }
        return most; // expect: reached
    }

    static int full(EnumMap<Color, String> map) {
        if (map.size() == 2 && map.containsKey(Color.GREEN)) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int some(EnumSet<Color> set) {
        if (set.contains(Color.BLUE)) {
            return 1; // expect: reached
        }
        if (set.isEmpty()) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int known(Class<Color> type) {
        if (type == null) {
            return 0; // expect: reached
        }
        if (type == Color.class) {
            return 1; // expect: reached
        }
        return 2;
    }

    static int number(Class<? extends Number> type) {
        if (type == Integer.class) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int grouped(List<Part> parts) {
        Map<Color, List<Part>> groups = parts.stream().collect(Collectors.groupingBy(Part::color));
        if (groups.getOrDefault(Color.RED, new ArrayList<>()).size() == 2) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int put(Color key) {
        Map<Color, Integer> map = new HashMap<>();
        map.put(key, 1);
        map.put(Color.RED, 2);
        if (map.size() == 1) {
            return 1; // expect: reached
        }
        return map.get(key) == 1 ? 2 : 3; // expect: reached
    }
}
