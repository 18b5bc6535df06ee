// Calls of a static method that are inputs: each returns a value of its own, whatever the real method does.
// clew: --input-call corpus.inputcall.Clock#now
package corpus.inputcall;

public class Clock {
    static long now() {
        return System.nanoTime();
    }

    static int order() { // expect: returns 1; returns 2; returns 3
        long before = now();
        long after = now();
        if (before < after) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (before == after) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    static int sameCall() {
        long once = now();
        if (once != once) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }

    static int deadline(long end) { // expect: returns -1
        int rounds = 0;
        while (now() < end) { // expect: true reached, false reached
            rounds++; // expect: reached
            if (rounds > 1) { // expect: true reached, false reached
                return -1; // expect: reached
            }
        }
        return rounds; // expect: reached
    }
}
