// Pins: an identity hash code is an unknown number, equal for one object.
package corpus.traps;

public class IdentityHash {
    static class Thing {
    }

    public static int particular(Thing t) {
        if (t == null) {
            return -1; // expect: reached
        }
        if (t.hashCode() == 42) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: possible(strict)
    }

    public static int system(Object o) {
        int hash = System.identityHashCode(o);
        if (hash == 1000) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: possible(strict)
    }

    public static int repeated(Thing t) {
        if (t == null) {
            return -1;
        }
        if (t.hashCode() != t.hashCode()) {
            return 1; // expect: impossible
        }
        return 0; // expect: possible(strict)
    }

    public static int twoObjects() {
        Object a = new Object();
        Object b = new Object();
        if (a.hashCode() == b.hashCode()) {
            return 1; // expect: possible(strict)
        }
        return 0; // expect: possible(strict)
    }
}
