// Pins: small computations on numbers, of the kind that every program has.
package corpus.floats;

public class Kernels {
    public static int triangle(double a, double b, double c) {
        if (a <= 0 || b <= 0 || c <= 0) {
            return -1; // expect: reached
        }
        if (a + b <= c || a + c <= b || b + c <= a) {
            return 0; // expect: reached
        }
        if (a == b && b == c) {
            return 3; // expect: reached
        }
        if (a == b || b == c || a == c) {
            return 2; // expect: reached
        }
        double s = (a + b + c) / 2;
        double area = Math.sqrt(s * (s - a) * (s - b) * (s - c));
        if (area == 6.0) { // expect: true reached, false reached
            return 4; // expect: reached
        }
        return 1; // expect: reached
    }

    public static int fahrenheit(double celsius) {
        double f = celsius * 9 / 5 + 32;
        if (f > 212) { // expect: true reached, false reached
            return 3; // expect: reached
        }
        if (f == 98.6) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        if (f < 32) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int interest(double principal, double rate) {
        double amount = principal;
        for (int year = 0; year < 2; year++) {
            amount = amount * (1 + rate / 100);
        }
        if (principal == 1000 && amount > 1100) {
            return 1; // expect: reached
        }
        if (principal > 0 && amount == 2 * principal) {
            return 2; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int bodyMass(double weight, double height) {
        double index = weight / (height * height);
        if (index < 18.5) { // expect: true reached, false reached
            return 0; // expect: reached
        }
        if (index < 25) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        if (index < 30) { // expect: true reached, false reached
            return 2; // expect: reached
        }
        return 3; // expect: reached
    }

    public static int between(double a, double b, double t) {
        if (t < 0 || t > 1) {
            return -1; // expect: reached
        }
        double v = a + (b - a) * t;
        if (v == 0.5 && a == 0 && b == 2) {
            return 1; // expect: reached
        }
        if (a >= 0 && a <= 1 && b >= 0 && b <= 1 && v > 3) {
            return 2; // expect: unreachable
        }
        return 0; // expect: reached
    }

    public static double clamp(double x, double low, double high) {
        if (!(low <= high)) { // expect: true reached, false reached
            throw new IllegalArgumentException(); // expect: reached
        }
        double clamped = Math.max(low, Math.min(high, x));
        if (clamped < low) { // expect: true unreachable, false reached
            return 1; // expect: unreachable
        }
        if (clamped > high) { // expect: true unreachable, false reached
            return 2; // expect: unreachable
        }
        if (clamped != clamped) { // expect: true reached, false reached
            return 3; // expect: reached
        }
        return clamped; // expect: reached
    }

    public static int distance(double x, double y) {
        double d = Math.sqrt(x * x + y * y);
        if (d < 1) { // expect: true reached, false reached
            return 0; // expect: reached
        }
        if (d == 5.0) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 2; // expect: reached
    }
}
