// Pins: storing into a covariant array throws ArrayStoreException where the element's class does not fit.
package corpus.arrays;

public class ArrayStore {
    static class Fruit {
    }

    static class Apple extends Fruit {
    }

    public static int known() {
        Object[] a = new Apple[1];
        a[0] = new Apple(); // expect: throws java.lang.ArrayStoreException unreachable(strict)
        a[0] = null; // expect: throws java.lang.ArrayStoreException unreachable(strict)
        a[0] = new Fruit(); // expect: reached; throws java.lang.ArrayStoreException reached
        return 1; // expect: unreachable(strict)
    }

    public static int input(Fruit[] a) {
        if (a == null || a.length == 0) {
            return -1;
        }
        a[0] = new Fruit(); // expect: throws java.lang.ArrayStoreException reached
        return 1; // expect: reached
    }

    public static int exact(Fruit fruit) {
        Fruit[] a = new Fruit[1];
        a[0] = fruit; // expect: throws java.lang.ArrayStoreException unreachable
        return 1; // expect: reached
    }
}
