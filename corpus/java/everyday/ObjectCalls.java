// open
// clew: --budget 1s
// Pins: calls of equals, hashCode and toString on parameters of type Object: what they are of decides, texts and boxes included.
package corpus.everyday;

import java.util.Objects;

public final class ObjectCalls {
    private ObjectCalls() {
    }

    static int text(Object value) {
        if (value.equals("yes")) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int flipped(Object value) {
        if ("yes".equals(value)) {
            if (!value.equals("yes")) {
                return -1; // expect: unreachable
            }
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    static int box(Object value, int number) {
        if (value.equals(Integer.valueOf(number))) {
            return number == 3 ? 1 : 2; // expect: true reached, false reached
        }
        return 0; // expect: reached
    }

    static int two(Object a, Object b) {
        if (a == b) {
            return 0; // expect: reached
        }
        if (Objects.equals(a, b)) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int shown(Object value) {
        String text = String.valueOf(value);
        if (text.equals("null")) {
            return 0; // expect: reached
        }
        if (text.equals("42")) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int counted(Object[] values) {
        int count = 0;
        for (Object value : values) {
            if (value != null && value.equals("x")) {
                count++; // expect: reached
            }
        }
        if (count > values.length) {
            return -1; // expect: unreachable
        }
        return count == 2 ? 2 : 0; // expect: true reached, false reached
    }
}
