// Pins: reads and writes of static fields inside one execution.
package corpus.statics;

public class StaticCounter {
    static int count;
    static long total;
    static int[] table;

    static int next() {
        return ++count;
    }

    public static int twice() {
        int a = next();
        int b = next();
        if (b - a != 1) {
            return 1; // expect: unreachable
        }
        if (a > b) {
            return 2; // expect: possible
        }
        return 0; // expect: reached
    }

    public static int reset(int x) {
        count = x;
        total = count;
        if (next() == x) {
            return 1; // expect: unreachable(strict)
        }
        if (total != x) {
            return 2; // expect: unreachable(strict)
        }
        return 0; // expect: reached
    }

    public static int maybeNull() {
        if (table == null) {
            return 1; // expect: reached
        }
        return table.length; // expect: possible
    }
}
