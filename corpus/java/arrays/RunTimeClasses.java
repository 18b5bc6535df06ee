// The class of an input array may be narrower than what is declared, in each of its dimensions.
package corpus.arrays;

public class RunTimeClasses {
    interface Shape {}

    static class Square implements Shape {}

    Object[][] table;

    static int storesRow(Object[][] rows) {
        try {
            rows[0] = new String[1];
        } catch (ArrayStoreException narrower) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int storesOwn(Shape[][] rows) {
        try {
            rows[0] = new Shape[1];
        } catch (ArrayStoreException narrower) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    int storesInField() {
        try {
            table[0] = new Integer[0];
        } catch (ArrayStoreException narrower) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: reached
    }

    static int isNarrower(Number[] numbers) {
        if (numbers instanceof Integer[]) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    static int isOfBoth(Number[] numbers) {
        Object any = numbers;
        if (any instanceof Comparable[]) {
            return 1; // expect: possible(strict)
        }
        return 2; // expect: reached
    }

    static int isOfNeither(int[] numbers) {
        Object any = numbers;
        if (any instanceof long[] || any instanceof Object[]) {
            return 1; // expect: unreachable(unconditional)
        }
        return 2; // expect: reached
    }

    static int casts(Object[] any) {
        String[] texts = (String[]) any;
        if (texts == null) {
            return 1; // expect: reached
        }
        return texts.length; // expect: reached
    }

    static int ofFinalClass(String[][] rows) {
        try {
            rows[0] = new String[0];
        } catch (ArrayStoreException narrower) {
            return 1; // expect: unreachable(unconditional)
        }
        return 2; // expect: reached
    }
}
