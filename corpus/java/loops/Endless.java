// Pins: code inside a loop that never ends is reached; code after it is not.
package corpus.loops;

public class Endless {
    public static int spin(int x) { // expect: endless
        int y = x;
        while (y == y) { // expect: false unreachable
            y++; // expect: reached
            if (y == 100) { // expect: true reached, false reached
                x++; // expect: reached
            }
        }
        return y; // expect: unreachable
    }

    public static int whenEven(int x) { // expect: endless
        int steps = 0;
        if (x % 2 == 0) {
            while ((x & 1) == 0) { // expect: true reached
                x += 2; // expect: reached
                steps++;
            }
            return steps; // expect: unreachable
        }
        return -1; // expect: reached
    }
}
