// A store through a reference of a supertype's array fails where the class does not fit.
// task: unsafe
// inputs: true
package tasks.arrays;

import tasks.Input;

public class CoveredStore {
    public static void main(String[] args) {
        Object[] cells = Input.nextBoolean() ? new Integer[2] : new Object[2];
        boolean stored = true;
        try {
            cells[0] = "text";
        } catch (ArrayStoreException refused) {
            stored = false;
        }
        assert stored;
    }
}
