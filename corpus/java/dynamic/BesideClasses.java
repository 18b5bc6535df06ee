// Pins: an object of an interface may be of a lambda expression too, where the class path has classes that implement it.
package corpus.dynamic;

public class BesideClasses {
    interface Rule {
        int cost(int n);

        default int twice(int n) {
            return 2 * cost(n);
        }
    }

    static class Flat implements Rule {
        public int cost(int n) {
            return 5;
        }
    }

    interface Narrower extends Rule {
        static Narrower of(int x) {
            return n -> x;
        }
    }

    interface Own {
        int value();
    }

    static class Seven implements Own {
        public int value() {
            return 7;
        }
    }

    private Rule rule = new Flat();

    void free() {
        rule = n -> 0;
    }

    public int price(int n) {
        if (rule.cost(n) == 0) { // expect: true reached, false reached
            return -1; // expect: reached
        }
        return 1; // expect: reached
    }

    public static int passed(Rule rule) {
        if (rule.twice(1) < 0) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int isOf(Object object) {
        if (object instanceof Rule && !(object instanceof Flat)) {
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int onlyClasses(Own own) {
        if (own.value() != 7) { // expect: true unreachable(if closed_world)
            return 1; // expect: unreachable(if closed_world)
        }
        return 2; // expect: reached
    }
}
