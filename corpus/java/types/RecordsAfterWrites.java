// Pins: a record is as its constructor left it, also where the method has changed something before it looks, unless the constructor
// looked at what has changed.
package corpus.types;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;

public class RecordsAfterWrites {
    static int calls;
    static int limit = 5;
    static final int[] LIMITS = {5};

    enum Level {
        LOW,
        HIGH;

        int bound = 5;
    }

    record Count(int value) {
        Count {
            if (value < 1) {
                throw new IllegalArgumentException("too small: " + value);
            }
        }
    }

    record Limited(int value) {
        Limited {
            if (value > limit) {
                throw new IllegalArgumentException();
            }
        }
    }

    record Listed(int value) {
        Listed {
            if (value > LIMITS[0]) {
                throw new IllegalArgumentException();
            }
        }
    }

    record Since(int value) {
        static final int LEAST = limit;

        Since {
            if (value < LEAST) {
                throw new IllegalArgumentException();
            }
        }
    }

    record Levelled(int value, Level level) {
        Levelled {
            if (value > level.bound) {
                throw new IllegalArgumentException();
            }
        }
    }

    record Stay(LocalDate from, LocalDate to) {
        Stay {
            if (to.isBefore(from)) {
                throw new IllegalArgumentException();
            }
        }
    }

    record Order(String id, List<String> items) {
        Order {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(items);
        }
    }

    record Basket(List<String> items) {
        Basket {
            if (items.isEmpty()) {
                throw new IllegalArgumentException();
            }
        }
    }

    static int count(Count count) {
        calls++;
        if (count.value() == 0) {
            return 1; // expect: unreachable
        }
        return 2; // expect: reached
    }

    static int limited(Limited limited) {
        limit = 1;
        if (limited.value() == 3) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }

    static int listed(Listed listed) {
        LIMITS[0] = 1;
        if (listed.value() == 3) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }

    static int levelled(Levelled levelled) {
        Level.HIGH.bound = 1;
        Level.LOW.bound = 1;
        if (levelled.value() == 3) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }

    static int since(Since since) {
        limit = 100;
        if (since.value() == 50) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible(strict)
    }

    static int stay(Stay stay) {
        calls++;
        if (stay.from() == null) {
            return 1; // expect: impossible
        }
        return 2; // expect: reached
    }

    static int order(Order order) {
        calls++;
        if (order.items() == null) {
            return 1; // expect: impossible
        }
        if (order.items().isEmpty()) {
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int basket(Basket basket) {
        basket.items().clear();
        if (basket.items().isEmpty()) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: possible
    }
}
