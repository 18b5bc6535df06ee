// open
// clew: --budget 1s
// Pins: an object with state that its methods read and change.
package corpus.everyday;

import java.util.logging.Logger;

public class Inventory {
    private static final Logger LOG = Logger.getLogger(Inventory.class.getName());

    private int stock;
    private int reserved;
    private String name;

    Inventory(String name, int stock) {
        if (stock < 0) {
            throw new IllegalArgumentException("stock " + stock);
        }
        this.name = name;
        this.stock = stock;
    }

    int available() {
        int available = stock - reserved;
        if (available < 0) {
            LOG.warning("overbooked: " + name);
            return 0; // expect: reached
        }
        return available; // expect: reached
    }

    boolean reserve(int count) {
        if (count <= 0) {
            throw new IllegalArgumentException("count " + count); // expect: reached
        }
        if (available() < count) {
            return false; // expect: reached
        }
        int before = reserved;
        reserved += count;
        if (reserved == before) {
            throw new IllegalStateException(); // expect: unreachable
        }
        return true; // expect: reached
    }

    void rename(String to) {
        String before = name;
        name = to == null ? "?" : to.trim();
        if (name == null) {
            LOG.severe("no name"); // expect: unreachable
        }
        if (before != null && before.equals(name)) {
            LOG.info("same name"); // expect: reached
        }
        if (name.equals("pen")) {
            stock = 0; // expect: reached
        }
    }

    static int fresh(int stock, int count) {
        Inventory inventory = new Inventory("bag", stock);
        boolean reserved = inventory.reserve(count);
        if (reserved && inventory.available() < 0) {
            return -1; // expect: unreachable
        }
        if (!reserved && count <= stock) {
            return -2; // expect: unreachable
        }
        if (reserved && inventory.available() == 0) {
            return 1; // expect: reached
        }
        return reserved ? 2 : 3; // expect: true reached, false reached
    }

    static int moved(Inventory from, Inventory to, int count) {
        if (from == to) {
            return 0; // expect: reached
        }
        int before = from.stock;
        to.stock += count;
        if (from.stock != before) {
            return -1; // expect: unreachable
        }
        from.stock -= count;
        return from.stock == to.stock ? 1 : 2; // expect: true reached, false reached
    }
}
