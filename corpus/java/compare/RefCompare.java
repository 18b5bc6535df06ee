// Pins: if_acmpeq and if_acmpne on inputs that may be the same object, and on fresh objects that may not.
package corpus.compare;

public class RefCompare {
    public static int same(Object a, Object b) {
        if (a == b) { // expect: true reached, false reached
            if (a != null) { // expect: true reached, false reached
                return 1; // expect: reached
            }
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int freshIsNew(Object a) {
        Object b = new Object();
        if (a == b) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        return 0;
    }

    public static int twoFresh() {
        Object a = new Object();
        Object b = new Object();
        Object c = a;
        if (a == b) { // expect: true unreachable(strict), false reached
            return 1; // expect: unreachable(strict)
        }
        if (a == c) { // expect: true reached, false unreachable(strict)
            return 2; // expect: reached
        }
        return 0; // expect: unreachable(strict)
    }

    static class Cat { }

    static class Dog { }

    public static int differentClasses(Cat cat, Dog dog) {
        Object a = cat;
        Object b = dog;
        if (a == b) { // expect: true reached, false reached
            if (a != null) { // expect: true unreachable(strict), false reached
                return 1; // expect: unreachable(strict)
            }
        }
        return 0;
    }
}
