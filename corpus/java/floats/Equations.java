// Pins: conditions with products and quotients of unknown numbers are met, or shown to be impossible.
package corpus.floats;

public class Equations {
    public static int productAndSum(double d, double e) {
        if (d * e == 6.25 && d + e == 5.0) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int twoNumbers(double d, double e) {
        if (d * e == 6.0 && d + e == 5.0 && d < e) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int roots(double a, double b, double c) {
        double d = b * b - 4 * a * c;
        if (a == 0) { // expect: true reached, false reached
            return -1;
        }
        if (d < 0) { // expect: true reached, false reached
            return 0; // expect: reached
        }
        if (d == 0) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }

    public static int cube(double x) {
        if (x * x * x == 27) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int single(float x, float y) {
        if (x / y == 2.5f && x - y == 3f) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int withInteger(int n, double d) {
        if (n * d == 7.5 && n > 2) {
            return 1; // expect: reached
        }
        if ((int) (n / 2.0) == 5 && d * n > 100) {
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int square(double x) {
        if (x * x < 0) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        if (x * x + 1 < 1) { // expect: true unreachable, false reached
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static int polynomial(double x) {
        if (x >= 0 && x <= 10) {
            double y = x * x - 3 * x + 2;
            if (y > 200) { // expect: true unreachable, false reached
                return 1; // expect: unreachable
            }
            if (y < -1) { // expect: true unreachable, false reached
                return 2; // expect: unreachable
            }
            return 3; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int rounded(double a, double b, double c) {
        if (a > 0 && b > 0 && c > 0 && a < 1 && b < 1 && c < 1 && (a + b) + c != a + (b + c)) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int difference(double x) {
        if (x - x > 0) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        return 0; // expect: reached
    }
}
