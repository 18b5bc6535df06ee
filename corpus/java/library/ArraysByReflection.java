// Elements of arrays of unknown classes: copies into an array that does not take all of them, and Array.get.
package corpus.library;

import java.lang.reflect.Array;
import java.math.BigInteger;

public final class ArraysByReflection {
    private ArraysByReflection() {
    }

    static int copied(Object[] from) {
        String[] to = new String[2];
        try {
            System.arraycopy(from, 0, to, 0, 2);
        } catch (ArrayStoreException e) { // expect: reached
            return to[0] == null ? -1 : -2; // expect: true reached, false reached
        }
        return to[1] != null && to[1].length() == 1 ? 1 : 2; // expect: true reached, false reached
    }

    static int boxed(int[] numbers, int index) {
        Object element = Array.get(numbers, index);
        return element.equals(17) ? 1 : 2; // expect: true reached, false reached
    }

    static int element(String[] texts, int index) {
        Object element = Array.get(texts, index);
        if (element == null) { // expect: true reached, false reached
            return 0;
        }
        return element instanceof String ? 1 : 2; // expect: true reached, false unreachable
    }

    static int none(Object[] any) {
        return Array.get(any, any.length) == null ? 1 : 2; // expect: reached
    }

    static int big(BigInteger number) {
        if (number.signum() > 0 && number.bitLength() > 20) { // expect: true reached, false reached
            return 1;
        }
        return number.equals(BigInteger.TEN) ? 2 : 3; // expect: true reached, false reached
    }

    static boolean isText(Class<?> type, Object value) {
        return String.class.isInstance(value); // expect: reached
    }
}
