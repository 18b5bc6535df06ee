// Pins: an object of a call site has the default methods of its interface, its bridges and its further interfaces.
package corpus.dynamic;

import java.io.Serializable;

public class Interfaces {
    interface Step {
        int of(int x);

        default Step twice() {
            return x -> of(of(x));
        }
    }

    interface Marker {
    }

    interface General<T> {
        int of(T value);
    }

    interface Special extends General<Integer> {
        int of(Integer value);
    }

    public static int defaults(int x) {
        Step triple = y -> 3 * y;
        if (triple.twice().of(x) == 18) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int marked() {
        Step step = (Step & Marker & Serializable) y -> y;
        if (step instanceof Marker && step instanceof Serializable) {
            return 1; // expect: reached
        }
        return 0; // expect: unreachable
    }

    public static int bridged(int x) {
        Special special = value -> value + 1;
        General<Integer> general = special;
        if (general.of(x) == 8) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static boolean sameOne(int x) {
        Step step = y -> y + x;
        Step other = step;
        if (step == other) {
            return true; // expect: reached
        }
        return false; // expect: unreachable
    }

    public static boolean sameSite() {
        Step one = make();
        Step two = make();
        // The JDK's own factory of lambdas makes one object for a site that captures nothing.
        if (one == two) {
            return true; // expect: reached
        }
        return false; // expect: unreachable
    }

    static Step make() {
        return y -> y;
    }
}
