// open
// clew: --budget 1s
// Pins: what checks at the beginning of a method leave for the rest of it.
package corpus.everyday;

import java.util.Objects;

public final class Preconditions {
    private Preconditions() {
    }

    static int clamp(int value, int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException(low + " > " + high); // expect: reached
        }
        int result = Math.max(low, Math.min(high, value));
        if (result < low || result > high) {
            return -1; // expect: unreachable
        }
        if (result != value) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int age(Integer age) {
        Objects.requireNonNull(age, "age");
        if (age < 0 || age > 150) {
            throw new IllegalArgumentException("age " + age); // expect: reached
        }
        if (age == null) {
            return -1; // expect: unreachable
        }
        return age >= 18 ? 1 : 2; // expect: true reached, false reached
    }

    static int name(String name) {
        if (name == null || name.isBlank()) {
            return 0; // expect: reached
        }
        if (name.length() == 0) {
            return -1; // expect: unreachable
        }
        if (name.length() > 10) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int between(int low, int high, int x) {
        boolean inside = x >= low && x <= high;
        if (inside) {
            if (low > high) {
                return -1; // expect: unreachable
            }
            return 1; // expect: reached
        }
        if (low == high && x == low) {
            return -2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static int port(String text) {
        int port;
        try {
            port = Integer.parseInt(text);
        } catch (NumberFormatException malformed) {
            return -1; // expect: reached
        }
        if (text == null || text.isEmpty()) {
            return -3; // expect: unreachable
        }
        if (port < 1 || port > 65535) {
            return -2; // expect: reached
        }
        return port; // expect: reached
    }

    static int index(int[] values, int at) {
        int index = Objects.checkIndex(at, values.length);
        if (index < 0) {
            return -1; // expect: unreachable
        }
        if (values.length == 0) {
            return -2; // expect: unreachable
        }
        return values[index] == 5 ? 1 : 0; // expect: true reached, false reached; throws java.lang.ArrayIndexOutOfBoundsException unreachable
    }
}
