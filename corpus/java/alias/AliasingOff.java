// Pins: under --aliasing off two inputs are never one object; that is an assumption, so nothing is called unreachable without it.
// clew: --aliasing off
package corpus.alias;

public class AliasingOff {
    static class Counter {
        int value;
    }

    public static int both(Counter a, Counter b) {
        if (a == null || b == null) {
            return -1; // expect: reached
        }
        a.value = 1;
        b.value = 2;
        if (a.value == 2) {
            return 2; // expect: possible
        }
        return 0; // expect: reached
    }

    public static int fresh() {
        Counter a = new Counter();
        Counter b = a;
        a.value = 1;
        b.value = 2;
        if (a.value == 2) { // expect: true reached, false unreachable(strict)
            return 2; // expect: reached
        }
        return 0; // expect: unreachable(strict)
    }
}
