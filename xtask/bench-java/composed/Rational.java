package composed;

/** Fractions: the shape of the first case study of the thesis, section 3.3.9. */
public class Rational {
    int numerator;
    int denominator;

    static int magnitude(int x) {
        if (x >= 0) {
            return x;
        }
        return -x;
    }

    static int divisor(int x, int y) {
        if (x == 0) {
            return magnitude(y);
        }
        int rounds = 0;
        while (y != 0 && rounds < 2) {
            if (x > y) {
                x = x - y;
            } else {
                y = y - x;
            }
            rounds++;
        }
        return rounds == 2 ? -1 : magnitude(x);
    }

    void simplify(int a, int b) {
        int divisor = divisor(a, b);
        if (divisor != 0) {
            numerator = numerator / divisor;
            denominator = denominator / divisor;
        }
    }

    static void simplifyThree(Rational one, Rational two, Rational three) {
        one.simplify(one.numerator, one.denominator);
        two.simplify(two.numerator, two.denominator);
        three.simplify(three.numerator, three.denominator);
    }
}
