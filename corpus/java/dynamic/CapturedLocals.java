// Pins: local and anonymous classes hold copies of the variables they use.
package corpus.dynamic;

import java.util.function.IntSupplier;

public class CapturedLocals {
    interface Step {
        int from(int x);
    }

    public static int anonymous(int a, int x) {
        Step step = new Step() {
            @Override
            public int from(int y) {
                return y + a; // expect: reached
            }
        };
        if (step.from(x) == 12) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int local(int a) {
        class Twice implements Step {
            @Override
            public int from(int y) {
                return a + a + y; // expect: reached
            }
        }
        if (new Twice().from(1) % 2 == 0) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int counter(int n) {
        int[] count = {n};
        IntSupplier next = () -> count[0]++; // expect: reached
        next.getAsInt();
        next.getAsInt();
        if (count[0] == 5) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
