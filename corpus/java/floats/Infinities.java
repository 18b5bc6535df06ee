// Pins: overflow gives an infinity, and what infinities give.
package corpus.floats;

public class Infinities {
    public static int overflow(double x) {
        if (x < Double.POSITIVE_INFINITY && x * x == Double.POSITIVE_INFINITY) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int difference(double x) {
        double difference = x - x;
        if (difference != 0.0 && x == x) {
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }

    public static int divided(float x) {
        float inverse = 1.0f / x;
        if (inverse == Float.NEGATIVE_INFINITY) { // expect: true reached, false reached
            return 1; // expect: reached
        }
        return 0; // expect: reached
    }
}
