// Pins: arrays behind parameters of type Object, where the code asks whether it has one.
package corpus.arrays;

import java.lang.reflect.Array;

public final class AnyArrays {
    private AnyArrays() {
    }

    static boolean isArray(Object object) {
        return object != null && object.getClass().isArray(); // expect: reached
    }

    static int length(Object array) {
        if (array == null) {
            return 0; // expect: reached
        }
        int length = Array.getLength(array);
        if (length < 0) {
            return -1; // expect: unreachable
        }
        return length == 3 ? 3 : 1; // expect: true reached, false reached
    }

    static Object withoutFirst(Object array) {
        int length = length(array);
        if (length == 0) {
            return array; // expect: reached
        }
        Object result = Array.newInstance(array.getClass().getComponentType(), length - 1);
        System.arraycopy(array, 1, result, 0, length - 1);
        return result; // expect: reached
    }

    static int kind(Object value) {
        if (value instanceof int[]) {
            return 1; // expect: reached
        }
        if (value instanceof Object[]) {
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }
}
