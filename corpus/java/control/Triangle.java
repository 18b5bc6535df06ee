// Pins: classification of triangles in machine integers, where the inequality test may overflow.
package corpus.control;

public class Triangle {
    public static int classify(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0) {
            return 0; // expect: reached
        }
        if (a + b <= c || b + c <= a || a + c <= b) {
            return 1; // expect: reached
        }
        if (a == b && b == c) {
            if (a > 1073741823) {
                return 2; // expect: unreachable(strict)
            }
            return 3; // expect: reached
        }
        if (a == b || b == c || a == c) {
            return 4; // expect: reached
        }
        return 5; // expect: reached
    }

    public static int equilateralRejected(int a) {
        if (a > 0) {
            if (a + a <= a) { // expect: true reached, false reached
                return 1; // expect: reached
            }
        }
        return 0;
    }
}
