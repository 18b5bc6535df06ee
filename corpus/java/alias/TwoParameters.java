// Pins: two parameters of one class may be one object.
package corpus.alias;

public class TwoParameters {
    static class Counter {
        int value;
    }

    public static int both(Counter a, Counter b) {
        if (a == null || b == null) {
            return -1; // expect: reached
        }
        a.value = 1;
        b.value = 2;
        if (a.value == 2) { // expect: true reached, false reached
            if (a != b) { // expect: true unreachable(strict), false reached
                return 1; // expect: unreachable(strict)
            }
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int three(Counter a, Counter b, Counter c) {
        if (a == null || b == null || c == null) {
            return -1;
        }
        a.value = 1;
        b.value = 2;
        c.value = 3;
        if (a.value + b.value + c.value == 9) {
            return 1; // expect: reached
        }
        if (a.value + b.value + c.value == 8) {
            return 2; // expect: reached
        }
        if (a.value + b.value + c.value == 6) {
            return 3; // expect: reached
        }
        if (a.value + b.value + c.value == 7) {
            return 4; // expect: reached
        }
        return 0; // expect: unreachable(strict)
    }
}
