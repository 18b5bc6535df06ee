// Pins: arrays that are of a narrower class than the one that they are declared to have, where the code asks for their class.
package corpus.arrays;

public final class NarrowerArrays {
    private NarrowerArrays() {
    }

    static int exact(Object[] array) {
        if (array.getClass() == Number[].class) {
            return 1; // expect: reached
        }
        if (array.getClass() == Integer[].class) {
            return 2; // expect: reached
        }
        return array.getClass() == Object[].class ? 3 : 4; // expect: true reached
    }

    static int before(Object[] array) {
        boolean isExact = array.getClass() == Number[].class;
        if (array instanceof Integer[]) {
            return isExact ? 0 : 1; // expect: true unreachable(within), false reached
        }
        return isExact ? 2 : 3; // expect: true reached, false reached
    }

    static int afterElement(Object[] array) {
        if (array.length == 0 || !(array[0] instanceof String)) {
            return 0; // expect: reached
        }
        if (array.getClass() == Integer[].class) {
            return 1;
        }
        return array.getClass() == String[].class ? 2 : 3; // expect: true reached, false reached
    }

    static int stored(Object[] array) {
        try {
            array[0] = "text";
        } catch (ArrayStoreException e) {
            return array.getClass() == Integer[].class ? 1 : 2; // expect: false reached
        }
        return 3; // expect: reached
    }

    static Number[] kept(Number[] numbers) {
        Number[] copy = numbers.clone();
        if (copy.getClass() == Long[].class && copy.length == 1 && copy[0] != null) {
            return copy; // expect: reached
        }
        return numbers; // expect: reached
    }
}
