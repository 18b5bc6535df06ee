// open
// clew: --budget 1s
// Pins: records whose constructors check or mend what they get, made by the method or given to it.
package corpus.everyday;

import java.util.List;
import java.util.Objects;

public final class ValidRecords {
    private ValidRecords() {
    }

    record Percent(int value) {
        Percent {
            if (value < 0 || value > 100) {
                throw new IllegalArgumentException("percent " + value);
            }
        }

        Percent rest() {
            return new Percent(100 - value); // expect: reached; throws java.lang.NullPointerException unreachable
        }
    }

    record Name(String first, String last) {
        Name {
            Objects.requireNonNull(first, "first");
            last = last == null ? "" : last.trim();
        }

        String full() {
            if (last.isEmpty()) {
                return first; // expect: reached
            }
            if (last.length() == 0) {
                return null; // expect: unreachable
            }
            return first + " " + last; // expect: reached
        }
    }

    record Basket(List<String> items) {
        Basket {
            items = List.copyOf(items);
        }
    }

    record Span(int from, int to) {
        Span {
            if (from > to) {
                int swapped = from;
                from = to;
                to = swapped;
            }
        }

        boolean contains(int x) {
            return x >= from && x <= to;
        }
    }

    static int percent(int value) {
        Percent percent;
        try {
            percent = new Percent(value);
        } catch (IllegalArgumentException outside) {
            return -1; // expect: reached
        }
        if (percent.rest().value() > 100) {
            return -2; // expect: unreachable
        }
        if (percent.equals(percent.rest())) {
            return value == 50 ? 1 : 2; // expect: true reached, false unreachable
        }
        return 0; // expect: reached
    }

    static int given(Percent percent) {
        if (percent == null) {
            return -1; // expect: reached
        }
        if (percent.value() > 100) {
            return -2; // expect: unreachable
        }
        if (percent.value() == 100) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int named(String first, String last) {
        Name name = new Name(first, last);
        if (name.last() == null || name.first() == null) {
            return -1; // expect: unreachable
        }
        if (name.full().equals("Al B")) {
            return 1; // expect: reached
        }
        return name.last().isEmpty() ? 2 : 0; // expect: true reached, false reached
    }

    static int basket(String item) {
        Basket basket = new Basket(List.of(item, "bag"));
        try {
            basket.items().add("pen");
            return -1; // expect: unreachable
        } catch (UnsupportedOperationException fixed) {
            if (basket.items().size() != 2) {
                return -2; // expect: unreachable
            }
            return basket.items().indexOf("bag"); // expect: reached
        }
    }

    static int span(int a, int b, int x) {
        Span span = new Span(a, b);
        if (span.from() > span.to()) {
            return -1; // expect: unreachable
        }
        if (!span.contains(a) || !span.contains(b)) {
            return -2; // expect: unreachable
        }
        if (span.contains(x)) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
