package inventory;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The goods of a warehouse. */
public class Inventory {
    private final Map<String, Item> items = new HashMap<>();

    public void add(Item item) {
        items.merge(item.sku(), item, (old, added) -> old.with(old.quantity() + added.quantity()));
    }

    /** Takes goods out. Returns what is left, or -1 where there is not enough. */
    public int take(String sku, int count) {
        Item item = items.get(sku);
        if (item == null || item.quantity() < count) {
            return -1;
        }
        Item left = item.with(item.quantity() - count);
        items.put(sku, left);
        return left.quantity();
    }

    public Optional<Item> find(String sku) {
        return Optional.ofNullable(items.get(sku));
    }

    public int size() {
        return items.size();
    }

    /** The SKUs of goods below their minimum, in order. */
    public List<String> shortages() {
        return items.values().stream().filter(Item::isShort).map(Item::sku).sorted().toList();
    }
}
