// What cannot be an input although a pattern means it: constructors, the method under test itself, calls through `super`,
// private methods of objects. It runs as it is.
// clew: --input-call corpus.inputcall.Limits*#*
package corpus.inputcall;

public class Limits {
    static class Base {
        int level;

        Base(int level) {
            this.level = level;
        }

        int get() {
            return 1;
        }
    }

    static class Above extends Base {
        Above() {
            super(3);
        }

        int viaSuper() { // expect: returns 1
            if (super.get() == 1) { // expect: true reached, false unreachable
                return 1; // expect: reached
            }
            return 2; // expect: unreachable
        }
    }

    private int secret() {
        return 5;
    }

    int hidden() {
        if (secret() == 5) { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 2; // expect: unreachable
    }

    static int constructed() {
        Base base = new Base(3);
        if (base.level == 3) { // expect: true reached, false unreachable
            return 1; // expect: reached
        }
        return 2; // expect: unreachable
    }

    static int itself(int n) { // expect: returns 0
        if (n <= 0) { // expect: true reached, false reached
            return 0; // expect: reached
        }
        return itself(n - 1); // expect: reached
    }
}
