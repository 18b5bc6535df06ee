// Pins: this(...) and super(...) chains, with field initializers run between them.
package corpus.calls;

public class ConstructorChain {
    static class Base {
        int a;

        Base(int a) {
            this.a = a;
        }
    }

    static class Derived extends Base {
        int b = a + 1;
        int c;

        Derived(int x) {
            this(x, 100);
            c += 1;
        }

        Derived(int x, int c) {
            super(x * 2);
            this.c = c;
        }
    }

    public static int build(int x) {
        Derived d = new Derived(x);
        if (d.a != 2 * x) {
            return 1; // expect: unreachable(strict)
        }
        if (d.b != 2 * x + 1) {
            return 2; // expect: unreachable(strict)
        }
        if (d.c == 101) { // expect: true reached, false unreachable(strict)
            return 3; // expect: reached
        }
        return 4; // expect: unreachable(strict)
    }
}
