// open
// clew: --budget 1s
// Pins: a service with a logger, a start time, and prices that its initializer fills in.
package corpus.everyday;

import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;

public final class OrderService {
    private static final Logger LOG = Logger.getLogger(OrderService.class.getName());
    private static final long T0 = System.currentTimeMillis();
    private static final Map<String, Integer> PRICES = new HashMap<>();

    static {
        PRICES.put("pen", 120);
        PRICES.put("book", 1990);
        PRICES.put("bag", 4500);
    }

    enum Status {
        NEW, PAID, SHIPPED, CANCELLED
    }

    static final class Order {
        final String item;
        final int count;
        Status status = Status.NEW;

        Order(String item, int count) {
            if (count <= 0) {
                throw new IllegalArgumentException("count " + count);
            }
            this.item = Objects.requireNonNull(item, "item");
            this.count = count;
        }
    }

    static int price(String item) {
        Integer price = PRICES.get(item);
        if (price == null) {
            LOG.warning("no price for " + item);
            return -1; // expect: reached
        }
        if (price <= 0) {
            LOG.severe("bad price");
            return 0; // expect: unreachable
        }
        return price; // expect: reached
    }

    static int total(String item, int count) {
        Order order = new Order(item, count);
        if (order.count < 1 || order.item == null) {
            return -1; // expect: unreachable
        }
        int price = price(order.item);
        if (price < 0) {
            throw new NoSuchElementException("item " + item); // expect: reached
        }
        long total = (long) price * order.count;
        if (total > Integer.MAX_VALUE) {
            LOG.info("large order " + total);
            return Integer.MAX_VALUE; // expect: reached
        }
        return (int) total; // expect: reached
    }

    int pay(Order order, int cents) {
        if (order == null || order.status == Status.CANCELLED) {
            LOG.info("nothing to pay");
            return 0; // expect: reached
        }
        if (order.status != Status.NEW) {
            return -1; // expect: reached
        }
        if (cents < 100) {
            LOG.log(Level.WARNING, "too little: {0}", cents);
            return -2; // expect: reached
        }
        order.status = Status.PAID;
        LOG.fine(() -> "paid after " + (System.currentTimeMillis() - T0) + " ms");
        if (order.status == Status.NEW) {
            return -3; // expect: unreachable
        }
        return cents; // expect: reached
    }

    void ship(Order order) {
        long begun = System.currentTimeMillis();
        if (order.status == Status.PAID) {
            order.status = Status.SHIPPED; // expect: reached
        } else if (order.status == Status.PAID) {
            LOG.severe("impossible"); // expect: unreachable
        } else {
            throw new IllegalStateException("status " + order.status); // expect: reached
        }
        LOG.log(Level.INFO, "shipped {0} in {1} ms", new Object[] {order.item, System.currentTimeMillis() - begun});
    }
}
