package demo;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

public class Stock {
    public enum Kind {
        TOOL,
        TOY
    }

    public static class Item {
        private final String name;
        private final Kind kind;

        public Item(String name, Kind kind) {
            this.name = name;
            this.kind = kind;
        }

        public String name() {
            return name;
        }

        public Kind kind() {
            return kind;
        }
    }

    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    private final Map<String, Kind> kinds = new HashMap<>();
    private final Map<Kind, String> last = new HashMap<>();
    private final Set<Item> items = new HashSet<>();

    public void add(Item item) {
        counts.merge(item.kind(), 1, Integer::sum);
        kinds.put(item.name(), item.kind());
        last.put(item.kind(), item.name());
        items.add(item);
    }

    public boolean has(Item item) {
        return items.contains(item);
    }

    public int count(Kind kind) {
        Integer count = counts.get(kind);
        return count == null ? 0 : count;
    }

    public String last(Kind kind) {
        String name = last.get(kind);
        return name == null ? "none" : name;
    }

    public static Map<Kind, List<Item>> byKind(List<Item> items) {
        return items.stream().collect(Collectors.groupingBy(Item::kind));
    }
}
