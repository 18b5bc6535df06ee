// Pins: two methods that call each other.
// clew: --loop-k 3
package corpus.calls;

public class MutualRecursion {
    public static boolean even(int n) { // expect: returns true; returns false
        if (n == 0) {
            return true; // expect: reached
        }
        return odd(n - 1); // expect: reached
    }

    public static boolean odd(int n) {
        if (n == 0) {
            return false; // expect: reached
        }
        return even(n - 1); // expect: reached
    }

    public static int check(int n) {
        if (n == 1) {
            if (even(n)) { // expect: true unreachable, false reached
                return 1; // expect: unreachable
            }
            return 2; // expect: reached
        }
        return 0;
    }
}
