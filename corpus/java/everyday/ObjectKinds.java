// open
// clew: --budget 1s
// Pins: parameters of type Object, told apart by instanceof.
package corpus.everyday;

public final class ObjectKinds {
    private ObjectKinds() {
    }

    static String kind(Object value) {
        if (value == null) {
            return "null"; // expect: reached
        }
        if (value instanceof Integer || value instanceof Long) {
            return "whole"; // expect: reached
        }
        if (value instanceof Number) {
            return value instanceof Integer ? "?" : "number"; // expect: true unreachable, false reached
        }
        if (value instanceof CharSequence) {
            return value instanceof String ? "text" : "characters"; // expect: true reached, false reached
        }
        if (value instanceof int[]) {
            return "numbers"; // expect: reached
        }
        if (value instanceof Object[]) {
            return "array"; // expect: reached
        }
        return value.getClass().isArray() ? "primitives" : "object"; // expect: true reached, false reached
    }

    static int size(Object value) {
        if (value instanceof String text) {
            return text.length() == 4 ? 4 : 0; // expect: true reached, false reached
        }
        if (value instanceof Integer number && number > 100) {
            if (number < 50) {
                return -1; // expect: unreachable
            }
            return 100; // expect: reached
        }
        if (value instanceof String[] texts) {
            if (texts.length < 0) {
                return -2; // expect: unreachable
            }
            return texts.length == 2 ? 2 : 1; // expect: true reached, false reached
        }
        return 0; // expect: reached
    }

    static boolean truth(Object value) {
        if (value instanceof Boolean) {
            return (Boolean) value; // expect: reached; throws java.lang.ClassCastException unreachable
        }
        if (value instanceof Character c) {
            return c == 'y' || c == 'j'; // expect: reached
        }
        if ("true".equals(value)) {
            return true; // expect: reached
        }
        if (value == "true") {
            return true; // expect: unreachable
        }
        return false; // expect: reached
    }

    static int added(Object a, Object b) {
        if (a instanceof Integer x && b instanceof Integer y) {
            if (!(a instanceof Number)) {
                return -1; // expect: unreachable
            }
            return x + y == 11 ? 11 : 1; // expect: true reached, false reached
        }
        if (a instanceof String && a.equals(b)) {
            if (!(b instanceof String)) {
                return -2; // expect: unreachable
            }
            return 2; // expect: reached
        }
        throw new IllegalArgumentException("cannot add"); // expect: reached
    }

    static double number(Object value) {
        if (value instanceof Double d) {
            if (d != d) { // compares references
                return 0; // expect: unreachable
            }
            if (d.isNaN()) {
                return -1; // expect: reached
            }
            return d; // expect: reached
        }
        if (value instanceof Byte b && b > 127) {
            return -2; // expect: unreachable
        }
        return Double.NaN; // expect: reached
    }
}
