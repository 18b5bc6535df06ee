// Pins: synchronized on null throws NullPointerException, and a monitor is left on every way out.
package corpus.exceptions;

public class NullMonitor {
    int count;

    public static int lock(NullMonitor o) {
        synchronized (o) { // expect: throws java.lang.NullPointerException reached
            o.count++; // expect: reached; throws java.lang.NullPointerException unreachable(strict)
            if (o.count == 5) {
                return 1; // expect: reached
            }
        }
        return 0; // expect: reached
    }

    public synchronized int method(int x) {
        count = x;
        if (count == 3) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 10 / x; // expect: throws java.lang.ArithmeticException reached
    }

    public static int twice(Object o) {
        if (o == null) {
            return -1;
        }
        synchronized (o) {
            synchronized (o) {
                return 1; // expect: reached
            }
        }
    }
}
