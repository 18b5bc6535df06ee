// Pins: instance initializers run in textual order, after the super constructor and before the body.
package corpus.init;

public class InstanceOrder {
    static class Part {
        int a = 2;
        int b;
        int c;

        {
            b = a * 10;
            a = 3;
        }

        int d = a;

        Part(int x) {
            c = a + b + d + x;
        }
    }

    public static int build(int x) {
        Part p = new Part(x);
        if (p.b != 20 || p.d != 3) {
            return 1; // expect: unreachable(strict)
        }
        if (p.c == 26 + x) { // expect: true reached, false unreachable(strict)
            return 2; // expect: reached
        }
        return 3; // expect: unreachable(strict)
    }
}
