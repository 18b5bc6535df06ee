// Pins: a synchronized block or method of one thread does what it holds, and leaves the monitor by exceptions too.
package corpus.exceptions;

public class Synchronized {
    int count;

    public synchronized int add(int n) {
        count += n;
        if (count == 3) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int block(Object lock, int n) {
        synchronized (lock) { // expect: throws java.lang.NullPointerException reached
            if (n == 4) { // expect: true reached, false reached
                return 1; // expect: reached
            }
        }
        return 0; // expect: reached
    }

    public int nested(int d) {
        synchronized (this) {
            synchronized (this) {
                return 10 / d; // expect: reached; throws java.lang.ArithmeticException reached
            }
        }
    }
}
